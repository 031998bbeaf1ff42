/** The wording of jobs and their reports. */
import type {
  ImportedFiles,
  ImportReport,
  ItemProblem,
  Job,
  JobKind,
  LeftOut,
  Problem,
  Rejection,
  Report,
} from "../host-types";
import { count, counted, kindWord } from "../words";
import { problemText } from "../problem";

/** "Import of orchard.orcbrew", "Open5e: Bestiary of Gentle Weather, The Kettle Road" */
export function jobTitle(kind: JobKind): string {
  if (kind.is === "import") return `Import of ${kind.file}`;
  if (kind.is === "export") return `Export to ${kind.file}`;
  if (kind.documents.length === 0) return "Open5e: everything";
  return kind.documents.length <= 3
    ? `Open5e: ${kind.documents.map(({ name }) => name).join(", ")}`
    : `Open5e: ${kind.documents.length} books`;
}

/** The names of steps whose own name says nothing to a game master. */
const STEPS: Record<string, string> = { indexing: "preparing search", embedding: "preparing search by meaning" };

/** "indexing" → "preparing search" */
export const stepText = (step: string): string => STEPS[step] ?? step;

/** The outcome of a job in a sentence. */
export function jobOutcome({ kind, state }: Job): string {
  if (state.is === "synced" && state.outcome.report) {
    const { report } = state.outcome;
    return storedLine([report], ` of ${counted(report.documents.length, "book", "books")}`);
  }
  if (state.is === "imported" && state.outcome.files.length > 0) return storedLine(state.outcome.files, "");
  if (state.is === "synced" || state.is === "imported" || state.is === "exported") return state.message;
  if (state.is === "cancelled") return "Cancelled. Entries stored before stay in the library.";
  return state.is === "failed" ? failure(kind, state.problem).message : "";
}

/** What the end of the server during a job means. */
const SERVER_ENDED: Record<JobKind["is"], Pick<Problem, "message" | "advice">> = {
  sync: {
    message: "The library’s server ended during the sync.",
    advice: "Start the sync again: it resumes where it was interrupted.",
  },
  import: {
    message: "The library’s server ended during the import.",
    advice: "Import the file again. A file is stored as a whole or not at all, and importing it twice changes nothing.",
  },
  export: { message: "The library’s server ended during the export.", advice: "Export again. No file was written." },
};

/** The problem of a failed job as it is shown. */
export const failure = ({ is }: JobKind, problem: Problem): Problem =>
  problem.code === "server-ended" ? { ...problem, ...SERVER_ENDED[is] } : problem;

/** "40 of 42 entries are in the library." */
function storedLine(reports: Pick<Numbers, "read" | "stored">[], from: string): string {
  const sum = (of: "read" | "stored") => reports.reduce((all, report) => all + report[of], 0);
  const [read, stored] = [sum("read"), sum("stored")];
  const part = stored === read ? "" : `${count(stored)} of `;
  return `${part}${counted(read, "entry", "entries")}${from} ${stored === 1 ? "is" : "are"} in the library.`;
}

/** Tells whether a job that has ended left nothing for the user to look at. */
export function isClean({ state }: Job): boolean {
  if (state.is === "synced") return !state.outcome.report?.rejected.length;
  if (state.is !== "imported") return state.is === "exported";
  const { files, refused } = state.outcome;
  return !refused?.length && files.every(({ damaged, rejected }) => !damaged && !rejected.length);
}

/** The reasons why files of an archive were not imported, in sentences. */
export const refusedLines = ({ refused = [] }: ImportedFiles): string[] => refused.map(({ error }) => error);

/** "line 904, Loose Leaves, plum-golem: it has no name"; "/v2/spells/, tob_x: it has no name" */
export function rejectedLine(lost: ItemProblem | Rejection): string {
  const where = "line" in lost ? [`line ${lost.line}`, lost.book, lost.key] : [lost.source, lost.key];
  return `${where.filter(Boolean).join(", ")}: ${lost.reason}`;
}

type Numbers = Pick<
  Report | ImportReport,
  "read" | "stored" | "added" | "changed" | "unchanged" | "removed" | "rejected"
>;

/** "srd-2014, Creature: Vampire" */
export const leftOutLine = ({ document, kind, name }: LeftOut): string => `${document}, ${kindWord(kind)}: ${name}`;

/** "42 read = 31 added + 6 changed + 3 unchanged + 2 rejected; 1 removed" */
export function numbersLine(report: Numbers): string {
  const parts = [
    [report.added, "added"],
    [report.changed, "changed"],
    [report.unchanged, "unchanged"],
    [report.rejected.length, "rejected"],
  ] as const;
  const sum = parts.filter(([number]) => number > 0).map(([number, word]) => `${count(number)} ${word}`);
  const read = [`${count(report.read)} read`, ...(sum.length > 0 ? [sum.join(" + ")] : [])].join(" = ");
  return report.removed > 0 ? `${read}; ${count(report.removed)} removed` : read;
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
        (book) =>
          `${book.name}: ${counted(book.stored, "entry", "entries")}${book.document_key ? ` (${book.document_key})` : ""}`,
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
  const parts = [
    jobTitle(job.kind),
    state.is === "failed" ? problemText(failure(job.kind, state.problem)) : jobOutcome(job),
  ];
  if (state.is === "synced" && state.outcome.report)
    parts.push(...(state.outcome.notes ?? []), "", syncText(state.outcome.report));
  if (state.is === "imported") {
    for (const report of state.outcome.files) parts.push("", importText(report));
    parts.push(section("Not imported", refusedLines(state.outcome)));
  }
  return `${parts.join("\n").trimEnd()}\n`;
}
