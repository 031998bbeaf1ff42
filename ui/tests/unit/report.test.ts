import { expect, test } from "vitest";
import type { ImportReport, Job } from "../../src/host-types";
import { asProblem, errorText } from "../../src/problem";
import {
  failure,
  isClean,
  jobOutcome,
  jobText,
  jobTitle,
  numbersLine,
  rejectedLine,
  stepText,
} from "../../src/jobs/report";
import { imported, synced } from "../mock/jobs";
import { importReport, syncReport } from "../mock/reports";

const BOOKS = ["Plum Road", "Fig Road", "Pear Road", "Quince Road"].map((name) => ({ key: name.slice(0, 1), name }));
const job = (kind: Job["kind"], state: Job["state"]): Job => ({ id: 1, kind, state });

test("a job is named for its content", () => {
  expect(jobTitle({ is: "import", path: "/a/b.orcbrew", file: "b.orcbrew" })).toBe("Import of b.orcbrew");
  expect(jobTitle({ is: "sync", documents: [], allowRemovals: false })).toBe("Open5e: everything");
  expect(jobTitle({ is: "sync", documents: BOOKS.slice(0, 2), allowRemovals: false })).toBe(
    "Open5e: Plum Road, Fig Road",
  );
  expect(jobTitle({ is: "sync", documents: BOOKS, allowRemovals: false })).toBe("Open5e: 4 books");
});

test("a step has a name that says something to a game master", () => {
  expect(["storing", "indexing"].map(stepText)).toEqual(["storing", "preparing search"]);
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
        imported(report, ["pears.txt is not homebrew"]),
      ),
    ),
  ).toMatchSnapshot();
});

test("the text of a sync lists rejected entries and those that were left out", () => {
  expect(
    jobText(
      job(
        { is: "sync", documents: BOOKS.slice(0, 1), allowRemovals: false },
        synced(syncReport(), ["A list was missing."]),
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

test("the end of the server is explained for each kind of job", () => {
  const ended = { code: "server-ended", message: "The library's server ended.", advice: "Try again in a moment." };
  expect(failure({ is: "sync", documents: [], allowRemovals: false }, ended).advice).toContain("resumes");
  expect(failure({ is: "import", path: "/a", file: "a" }, ended).advice).toContain("again");
  const slow = { ...ended, code: "slow" };
  expect(failure({ is: "import", path: "/a", file: "a" }, slow)).toEqual(slow);
});

test("every error has a description", () => {
  expect(errorText({ code: "x", message: "No.", advice: "Do." })).toBe("No. Do.");
  expect(errorText({ code: "x", message: "There is no book `x`.", advice: "" })).toBe("There is no book “x”.");
  expect(errorText(new Error("broken"))).toBe("broken");
  expect(asProblem("bare")).toEqual({ code: "unknown", message: "bare", advice: "" });
  expect(asProblem(null).message).toBe("null");
});

test("only what left nothing to look at is called good", () => {
  const whole: ImportReport = { ...importReport("x"), damaged: false, rejected: [], stored: 1, read: 1 };
  const ended = (report: ImportReport, refused: string[] = []) =>
    job({ is: "import", path: "x", file: "x" }, imported(report, refused));
  expect(isClean(ended(whole))).toBe(true);
  expect(jobOutcome(ended(whole))).toBe("1 entry is in the library.");
  expect(isClean(ended({ ...whole, damaged: true }))).toBe(false);
  expect(isClean(ended(whole, ["pears.txt is not homebrew"]))).toBe(false);
  expect(isClean(ended({ ...whole, rejected: importReport("x").rejected }))).toBe(false);
  const sync = job(
    { is: "sync", documents: [], allowRemovals: false },
    synced({ ...syncReport(), documents: ["bgw"] }),
  );
  expect(jobOutcome(sync)).toBe("611 of 612 entries of 1 book are in the library.");
  expect(isClean(sync)).toBe(false);
});
