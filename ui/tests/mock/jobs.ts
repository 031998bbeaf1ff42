import type { ImportReport, Job, JobKind, JobState } from "../../src/host-types";
import { after, problem, type Bridge, Feed } from "./bridge";
import { importReport, syncReport } from "./reports";

const STEPS: Record<JobKind["is"], string[]> = {
  sync: ["Listing documents", "Fetching spells", "Fetching creatures", "Storing entries"],
  export: ["exporting"],
  import: ["Reading the file", "Repairing the file", "Storing entries"],
};

/** The end of a sync. */
export const synced = (report = syncReport(), notes: string[] = []): JobState => ({
  is: "synced",
  message: "Stored 611 entries.",
  outcome: { fetched: true, fetched_at: "2026-05-20T20:31:00Z", report, notes },
});

/** The end of an import. */
export const imported = (report: ImportReport, refused: string[] = []): JobState => ({
  is: "imported",
  message: "Imported 40 entries.",
  outcome: { files: [report], refused: refused.map((error) => ({ error_type: "not_orcbrew", error })) },
});

/** The mocked jobs. One runs at a time; each takes about three seconds. */
export class MockJobs {
  readonly feed: Feed<Job[]>;
  #next = 1;
  #working = false;
  /** Duration of a tenth of a step, in milliseconds. */
  pace = 80;

  constructor(bridge: Bridge) {
    this.feed = new Feed<Job[]>(bridge, []);
  }

  start(kind: JobKind): number {
    const job: Job = { id: this.#next++, kind, state: { is: "waiting" } };
    this.feed.publish([...this.feed.value, job]);
    void this.#work();
    return job.id;
  }

  /** Adds a job that has ended. */
  add(kind: JobKind, state: JobState): void {
    this.feed.publish([...this.feed.value, { id: this.#next++, kind, state }]);
  }

  cancel(id: number): void {
    const is = this.#find(id)?.state.is;
    if (is === "waiting") this.#set(id, { is: "cancelled" });
    if (is === "running") this.#set(id, { is: "cancelling" });
  }

  close(id: number): void {
    this.feed.publish(this.feed.value.filter((job) => job.id !== id));
  }

  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    for (let job = this.#waiting(); job; job = this.#waiting()) this.#set(job.id, await this.#run(job));
    this.#working = false;
  }

  async #run({ id, kind }: Job): Promise<JobState> {
    for (const [index, step] of STEPS[kind.is].entries()) {
      const total = index === 0 ? null : 200 * index;
      for (let tenth = 0; tenth < 10; tenth++) {
        this.#set(id, { is: "running", step, done: (total ?? 50) * (tenth / 10), total });
        await after(this.pace);
        if (this.#find(id)?.state.is === "cancelling") {
          await after(400);
          return { is: "cancelled" };
        }
      }
    }
    if (kind.is === "sync" && kind.documents.some(({ key }) => key === "mth") && !kind.allowRemovals)
      return {
        is: "failed",
        problem: problem(
          "removals_not_allowed",
          "Open5e no longer lists a part of what the library holds, so nothing was changed. This sync would remove 31 of the 120 entries of kind spell of `mth`; every feat of `mth` (4)",
          "This is more likely a mistake of Open5e: sync again later.",
        ),
      };
    if (kind.is === "sync") return synced();
    if (kind.is === "export") return { is: "exported", message: "Exported 42 entries." };
    if (kind.file.includes("broken"))
      return {
        is: "failed",
        problem: problem(
          "not-orcbrew",
          `${kind.file} is not an OrcBrew file: line 1 holds no map.`,
          "Export it again from OrcPub, or look at line 1.",
        ),
      };
    return imported(importReport(kind.path));
  }

  #waiting = () => this.feed.value.find((job) => job.state.is === "waiting");
  #find = (id: number) => this.feed.value.find((job) => job.id === id);
  #set(id: number, state: JobState): void {
    this.feed.publish(this.feed.value.map((job) => (job.id === id ? { ...job, state } : job)));
  }
}
