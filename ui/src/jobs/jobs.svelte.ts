import { cancelJob, closeJob, startSync, watchJobs } from "../host";
import type { Job } from "../host-types";
import { troubleOf } from "./problem";

/** Whether a job still waits or works; otherwise it has ended and only its report is left. */
export const isUnderway = (job: Job): boolean =>
  job.state.is === "waiting" || job.state.is === "running" || job.state.is === "cancelling";

/** The syncs and imports that wait, work, or have a report that is not closed yet. */
export class Jobs {
  all: Job[] = $state.raw([]);
  /** How many jobs have ended since the window opened, well or not: what lists the library reads it again when this grows. */
  ended: number = $state(0);
  /** Why the jobs cannot be watched, if so. */
  trouble: string | null = $state(null);

  readonly underway: Job[] = $derived(this.all.filter(isUnderway));
  readonly reports: Job[] = $derived(this.all.filter((job) => !isUnderway(job)));

  constructor() {
    watchJobs((jobs) => this.#tell(jobs)).catch((reason: unknown) => (this.trouble = troubleOf(reason)));
  }

  async cancel(id: number): Promise<void> {
    if (this.all.some((job) => job.id === id && job.state.is === "cancelling")) return;
    await this.#do(cancelJob(id));
  }

  /** Repeats a sync that was refused because of what it removes, this time with leave to do so, and closes its report. */
  allowRemovals({ id, what }: Job): Promise<void> {
    if (what.is !== "sync") return Promise.resolve();
    return this.#do(startSync(what.documents, true).then(() => closeJob(id)));
  }

  /** Closes a report: the job is forgotten. */
  close(id: number): Promise<void> {
    return this.#do(closeJob(id));
  }

  async #do(work: Promise<void>): Promise<void> {
    this.trouble = await work.then(() => null, troubleOf);
  }

  #tell(jobs: Job[]): void {
    const before = new Set(this.underway.map((job) => job.id));
    this.all = jobs;
    this.ended += jobs.filter((job) => before.has(job.id) && !isUnderway(job)).length;
  }
}
