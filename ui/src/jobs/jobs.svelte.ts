import { cancelJob, closeJob, importReports, startSync, watchJobs } from "../host";
import type { ImportReport, Job } from "../host-types";
import { errorText } from "../problem";

/** Tells whether a job waits or runs. */
export const isUnderway = (job: Job): boolean =>
  job.state.is === "waiting" || job.state.is === "running" || job.state.is === "cancelling";

/** Identifies an import. */
const importKey = ({ imported_at, path, file }: ImportReport): string => [imported_at, path, file].join("\n");

/** The jobs that wait, run, or have a report that is not closed. */
export class Jobs {
  all: Job[] = $state.raw([]);
  /**
   * The number of jobs that have ended since the window opened; views of the library reload when it grows.
   */
  ended: number = $state(0);
  /** The reason why the jobs cannot be watched or changed. */
  trouble: string | null = $state(null);

  /** The reports of which the server left lines out of its answer; whole ones as soon as they are read. */
  readonly #shortened = new Map<string, ImportReport>();

  readonly underway: Job[] = $derived(this.all.filter(isUnderway));
  readonly reports: Job[] = $derived(this.all.filter((job) => !isUnderway(job)));

  constructor() {
    watchJobs((jobs) => this.#update(jobs)).catch((reason: unknown) => (this.trouble = errorText(reason)));
  }

  async cancel(id: number): Promise<void> {
    if (this.all.some((job) => job.id === id && job.state.is === "cancelling")) return;
    await this.#do(cancelJob(id));
  }

  /** Repeats a sync that was refused for what it removes, with permission to do so, and closes its report. */
  allowRemovals({ id, kind }: Job): Promise<void> {
    if (kind.is !== "sync") return Promise.resolve();
    return this.#do(startSync(kind.documents, true).then(() => closeJob(id)));
  }

  /** Closes the report of a job. */
  close(id: number): Promise<void> {
    return this.#do(closeJob(id));
  }

  async #do(work: Promise<void>): Promise<void> {
    this.trouble = await work.then(() => null, errorText);
  }

  #update(jobs: Job[]): void {
    const before = new Set(this.underway.map((job) => job.id));
    this.all = jobs.map((job) => this.#completed(job));
    this.ended += jobs.filter((job) => before.has(job.id) && !isUnderway(job)).length;
  }

  /** Returns a job with its import reports as whole as they are known. */
  #completed(job: Job): Job {
    const { state } = job;
    if (state.is !== "imported") return job;
    const files = state.outcome.files.map((report) => {
      if (Object.keys(report.left_out ?? {}).length === 0) return report;
      if (!this.#shortened.has(importKey(report))) void this.#read(report);
      return this.#shortened.get(importKey(report)) ?? report;
    });
    return { ...job, state: { ...state, outcome: { ...state.outcome, files } } };
  }

  /** Reads the whole of a report, which the documents of its books have. */
  async #read(report: ImportReport): Promise<void> {
    this.#shortened.set(importKey(report), report);
    for (const key of report.books.map((book) => book.document_key)) {
      const reports = key ? await importReports(key).catch(() => []) : [];
      const whole = reports.find((each) => importKey(each) === importKey(report));
      if (!whole) continue;
      this.#shortened.set(importKey(report), whole);
      this.all = this.all.map((job) => this.#completed(job));
      return;
    }
  }
}
