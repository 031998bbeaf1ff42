import type { Problem, WholeEntry } from "../host-types";
import type { Shelf } from "./shelf";

/** What takes longer is said to be under way. */
const LATE_AFTER_MS = 200;

/** The reading of one entry after the other: the one before stays until the next is there. */
export class Reading {
  whole: WholeEntry | null = $state.raw(null);
  problem: Problem | null = $state.raw(null);
  late: boolean = $state(false);
  #shelf: Shelf;
  #turn = 0;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  async read(uri: string): Promise<void> {
    const turn = ++this.#turn;
    this.problem = null;
    const known = this.#shelf.known(uri);
    if (known) this.whole = known;
    const late = setTimeout(() => (this.late = turn === this.#turn && !known), LATE_AFTER_MS);
    try {
      const whole = await this.#shelf.read(uri);
      if (turn === this.#turn) this.whole = whole;
    } catch (problem) {
      if (turn === this.#turn) this.#fail(problem as Problem);
    } finally {
      clearTimeout(late);
      if (turn === this.#turn) this.late = false;
    }
  }

  #fail(problem: Problem): void {
    this.problem = problem;
    this.whole = null;
  }
}
