/** The wording of jobs and their reports. */
import type { ImportReport, ItemProblem, Job, JobKind, LeftOut, Rejection, Report } from "../host-types";
import { count, kindWord } from "../words";
import { problemText } from "../problem";

/** "Import of orchard.orcbrew", "Open5e: bgw, tkr" */
export function jobTitle(kind: JobKind): string {
  if (kind.is === "import") return `Import of ${kind.file}`;
  if (kind.is === "export") return `Export to ${kind.file}`;
  if (kind.documents.length === 0) return "Open5e: everything";
  return kind.documents.length <= 3
    ? `Open5e: ${kind.documents.join(", ")}`
    : `Open5e: ${kind.documents.length} documents`;
}

/** The outcome of a job in a sentence. */
export function jobOutcome({ state }: Job): string {
  if (state.is === "synced" || state.is === "imported" || state.is === "exported") return state.message;
  if (state.is === "cancelled") return "Cancelled. Entries stored before stay in the library.";
  return state.is === "failed" ? state.problem.message : "";
}

/** "line 904, Loose Leaves, plum-golem: it has no name"; "/v2/spells/, tob_x: it has no name" */
export function rejectedLine(lost: ItemProblem | Rejection): string {
  const where = "line" in lost ? [`line ${lost.line}`, lost.book, lost.key] : [lost.source, lost.key];
  return `${where.filter(Boolean).join(", ")}: ${lost.reason}`;
}

type Numbers = Pick<
  Report | ImportReport,
  "read" | "stored" | "added" | "changed" | "unchanged" | "removed" | "rejected"
>;

/** "srd-2014, creature: Vampire" */
export const leftOutLine = ({ document, kind, name }: LeftOut): string => `${document}, ${kindWord(kind)}: ${name}`;

/** "42 read = 40 stored + 2 rejected (31 added, 6 changed, 3 unchanged)" */
export function numbersLine(report: Numbers): string {
  const sum = `${count(report.read)} read = ${count(report.stored)} stored + ${count(report.rejected.length)} rejected`;
  const counts = [
    [report.added, "added"],
    [report.changed, "changed"],
    [report.unchanged, "unchanged"],
    [report.removed, "removed"],
  ] as const;
  const changes = counts.filter(([number]) => number > 0).map(([number, word]) => `${count(number)} ${word}`);
  return changes.length > 0 ? `${sum} (${changes.join(", ")})` : sum;
}

const section = (title: string, lines: string[]): string =>
  lines.length > 0 ? `\n${title} (${count(lines.length)})\n${lines.map((line) => `- ${line}`).join("\n")}\n` : "";

/** The report of an import as text, to copy. */
export function importText(report: ImportReport): string {
  return [
    `${report.file}\n${numbersLine(report)}\n`,
    ...report.messages.map((message) => `${message}\n`),
    section(
      "Books",
      report.books.map(
        (book) => `${book.name}: ${count(book.stored)} entries${book.document_key ? ` (${book.document_key})` : ""}`,
      ),
    ),
    section("Rejected", report.rejected.map(rejectedLine)),
    section(
      "Repairs",
      report.repairs.map((repair) => `line ${repair.line}: ${repair.what}`),
    ),
    section("Warnings", report.notes.map(rejectedLine)),
    section(
      "Conflicts",
      report.conflicts.map((conflict) => `${conflict.book}: ${conflict.name}`),
    ),
  ].join("");
}

const syncText = (report: Report): string =>
  [
    `${numbersLine(report)}\n`,
    section("Rejected", report.rejected.map(rejectedLine)),
    section("Left out", (report.left_out ?? []).map(leftOutLine)),
  ].join("");

/** The report of a job as text, to copy. */
export function jobText(job: Job): string {
  const { state } = job;
  const parts = [jobTitle(job.kind), state.is === "failed" ? problemText(state.problem) : jobOutcome(job)];
  if (state.is === "synced" && state.report) parts.push("", syncText(state.report));
  if (state.is === "imported") for (const report of state.reports) parts.push("", importText(report));
  return `${parts.join("\n").trimEnd()}\n`;
}
