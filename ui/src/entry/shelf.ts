import { readEntry } from "../host";
import type { WholeEntry } from "../host-types";

/** How many entries are kept at hand. */
const KEPT = 200;

/** The entries that were read lately. */
export class Shelf {
  #kept = new Map<string, WholeEntry>();

  /** What was read before, at once; it may have changed since. */
  known(uri: string): WholeEntry | null {
    return this.#kept.get(uri) ?? null;
  }

  /** Reads an entry as it is now. */
  async read(uri: string): Promise<WholeEntry> {
    const whole = await readEntry(uri);
    this.#kept.delete(uri);
    this.#kept.set(uri, whole);
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return whole;
  }
}
