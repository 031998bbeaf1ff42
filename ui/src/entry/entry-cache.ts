import { readEntries, readEntry } from "../host";
import type { WholeEntry } from "../host-types";

/** The number of cached entries. */
const MAX_ENTRIES = 200;

/** The entries that were read last. */
export class EntryCache {
  #kept = new Map<string, WholeEntry>();

  /** Returns a cached entry, which may be outdated. */
  known(uri: string): WholeEntry | null {
    return this.#kept.get(uri) ?? null;
  }

  /** Reads an entry from the library. */
  async read(uri: string): Promise<WholeEntry> {
    return this.#keep(await readEntry(uri));
  }

  /** Reads several entries; those that are no longer there are left out. */
  async readAll(uris: string[]): Promise<WholeEntry[]> {
    return (await readEntries(uris)).map((whole) => this.#keep(whole));
  }

  #keep(whole: WholeEntry): WholeEntry {
    const { uri } = whole.entry;
    this.#kept.delete(uri);
    this.#kept.set(uri, whole);
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > MAX_ENTRIES && oldest !== undefined) this.#kept.delete(oldest);
    return whole;
  }
}
