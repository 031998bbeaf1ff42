import type { Problem, WholeEntry } from "../host-types";
import type { EntryCache } from "./entry-cache";

/** A request that takes longer is shown as running. */
const LATE_DELAY_MS = 200;

/** The window has every address from the library: an entry that is not at its address was there once. */
const inWords = (problem: Problem): Problem =>
  problem.code === "invalid_arguments"
    ? {
        ...problem,
        message: "It is no longer in the library: its book was removed, or it has another name now.",
        advice: "Search for its name.",
      }
    : problem;

/** Reads entries for a view; an entry stays until the next one has arrived. */
export class EntryReader {
  whole: WholeEntry | null = $state.raw(null);
  problem: Problem | null = $state.raw(null);
  late: boolean = $state(false);
  #entryCache: EntryCache;
  #turn = 0;

  constructor(entryCache: EntryCache) {
    this.#entryCache = entryCache;
  }

  async read(uri: string): Promise<void> {
    const turn = ++this.#turn;
    this.problem = null;
    const known = this.#entryCache.known(uri);
    if (known) this.whole = known;
    const late = setTimeout(() => (this.late = turn === this.#turn && !known), LATE_DELAY_MS);
    try {
      const whole = await this.#entryCache.read(uri);
      if (turn === this.#turn) this.whole = whole;
    } catch (problem) {
      if (turn === this.#turn) this.#fail(problem as Problem);
    } finally {
      clearTimeout(late);
      if (turn === this.#turn) this.late = false;
    }
  }

  #fail(problem: Problem): void {
    this.problem = inWords(problem);
    this.whole = null;
  }
}
