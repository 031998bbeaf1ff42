import { expect, test } from "vitest";
import type { Job } from "../../src/host-types";
import { asProblem, errorText } from "../../src/problem";
import { jobOutcome, jobText, jobTitle, numbersLine, rejectedLine } from "../../src/jobs/report";
import { importReport, syncReport } from "../mock/reports";

const job = (kind: Job["kind"], state: Job["state"]): Job => ({ id: 1, kind, startedMs: 0, state });

test("a job is named for its content", () => {
  expect(jobTitle({ is: "import", path: "/a/b.orcbrew", file: "b.orcbrew" })).toBe("Import of b.orcbrew");
  expect(jobTitle({ is: "sync", documents: [], allowRemovals: false })).toBe("Open5e: everything");
  expect(jobTitle({ is: "sync", documents: ["a", "b"], allowRemovals: false })).toBe("Open5e: a, b");
  expect(jobTitle({ is: "sync", documents: ["a", "b", "c", "d"], allowRemovals: false })).toBe("Open5e: 4 documents");
});

test("the numbers of a report add up", () => {
  expect(numbersLine(importReport("x"))).toBe(
    "42 read = 40 stored + 2 rejected (31 added, 6 changed, 3 unchanged, 1 removed)",
  );
  expect(numbersLine({ read: 0, stored: 0, added: 0, changed: 0, unchanged: 0, removed: 0, rejected: [] })).toBe(
    "0 read = 0 stored + 0 rejected",
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
        { is: "imported", message: "Done.", reports: [report] },
      ),
    ),
  ).toMatchSnapshot();
});

test("the text of a sync lists rejected entries and those that were left out", () => {
  expect(
    jobText(
      job(
        { is: "sync", documents: ["bgw"], allowRemovals: false },
        { is: "synced", message: "Done.", report: syncReport() },
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
