import { expect, test } from "vitest";
import type { ImportReport, Job } from "../../src/host-types";
import { asProblem, errorText } from "../../src/problem";
import { isClean, jobOutcome, jobText, jobTitle, numbersLine, rejectedLine } from "../../src/jobs/report";
import { importReport, syncReport } from "../mock/reports";

const BOOKS = ["Plum Road", "Fig Road", "Pear Road", "Quince Road"].map((name) => ({ key: name.slice(0, 1), name }));
const job = (kind: Job["kind"], state: Job["state"]): Job => ({ id: 1, kind, startedMs: 0, state });

test("a job is named for its content", () => {
  expect(jobTitle({ is: "import", path: "/a/b.orcbrew", file: "b.orcbrew" })).toBe("Import of b.orcbrew");
  expect(jobTitle({ is: "sync", documents: [], allowRemovals: false })).toBe("Open5e: everything");
  expect(jobTitle({ is: "sync", documents: BOOKS.slice(0, 2), allowRemovals: false })).toBe(
    "Open5e: Plum Road, Fig Road",
  );
  expect(jobTitle({ is: "sync", documents: BOOKS, allowRemovals: false })).toBe("Open5e: 4 documents");
});

test("the numbers of a report add up", () => {
  expect(numbersLine(importReport("x"))).toBe("42 read = 31 added + 6 changed + 3 unchanged + 2 rejected; 1 removed");
  expect(numbersLine({ read: 0, stored: 0, added: 0, changed: 0, unchanged: 0, removed: 0, rejected: [] })).toBe(
    "0 read",
  );
});

test("a rejected entry has its line number", () => {
  expect(rejectedLine({ book: "Loose Leaves", content_type: "spells", key: "x", line: 12, reason: "no" })).toBe(
    "line 12, Loose Leaves, x: no",
  );
  expect(rejectedLine({ source: "/v2/creatures/", key: "", reason: "no" })).toBe("/v2/creatures/: no");
});

test("the text of an import lists every problem with its line", () => {
  const report = importReport("/home/mira/orchard.orcbrew");
  expect(
    jobText(
      job(
        { is: "import", path: report.file, file: "orchard.orcbrew" },
        { is: "imported", message: "Done.", reports: [report], refused: ["pears.txt is no homebrew"] },
      ),
    ),
  ).toMatchSnapshot();
});

test("the text of a sync lists rejected entries and those that were left out", () => {
  expect(
    jobText(
      job(
        { is: "sync", documents: BOOKS.slice(0, 1), allowRemovals: false },
        { is: "synced", message: "Done.", report: syncReport(), notes: ["A list was missing."] },
      ),
    ),
  ).toMatchSnapshot();
});

test("a failure has advice", () => {
  const failed = job(
    { is: "sync", documents: [], allowRemovals: false },
    { is: "failed", problem: { code: "unreachable", message: "No net.", advice: "Try again." } },
  );
  expect(jobOutcome(failed)).toBe("No net.");
  expect(jobText(failed)).toBe("Open5e: everything\nNo net. Try again.\n");
  expect(jobOutcome(job({ is: "sync", documents: [], allowRemovals: false }, { is: "cancelled" }))).toContain(
    "Cancelled",
  );
});

test("every error has a description", () => {
  expect(errorText({ code: "x", message: "No.", advice: "Do." })).toBe("No. Do.");
  expect(errorText(new Error("broken"))).toBe("broken");
  expect(asProblem("bare")).toEqual({ code: "unknown", message: "bare", advice: "" });
  expect(asProblem(null).message).toBe("null");
});

test("only what left nothing to look at is called good", () => {
  const whole: ImportReport = { ...importReport("x"), damaged: false, rejected: [], stored: 1, read: 1 };
  const imported = (report: ImportReport, refused: string[] = []) =>
    job(
      { is: "import", path: "x", file: "x" },
      { is: "imported", message: "The whole report in a sentence.", reports: [report], refused },
    );
  expect(isClean(imported(whole))).toBe(true);
  expect(jobOutcome(imported(whole))).toBe("1 entry is in the library.");
  expect(isClean(imported({ ...whole, damaged: true }))).toBe(false);
  expect(isClean(imported(whole, ["pears.txt is no homebrew"]))).toBe(false);
  expect(isClean(imported({ ...whole, rejected: importReport("x").rejected }))).toBe(false);
  const synced = job(
    { is: "sync", documents: [], allowRemovals: false },
    { is: "synced", message: "", report: { ...syncReport(), documents: ["bgw"] }, notes: [] },
  );
  expect(jobOutcome(synced)).toBe("611 of 612 entries of 1 document are in the library.");
  expect(isClean(synced)).toBe(false);
});
