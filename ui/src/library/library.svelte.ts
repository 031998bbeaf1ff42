import { documents } from "../host";
import type { Document } from "../host-types";
import { errorText } from "../problem";
import { arrange, nextOrder, type Column, type Order } from "./documents";

/** The documents in the Library view. */
export class Library {
  /** Null until they are loaded. */
  documents: Document[] | null = $state.raw(null);
  trouble: string | null = $state(null);
  words: string = $state("");
  order: Order = $state.raw({ column: "name", descending: false });
  readonly #shown: Document[] = $derived(arrange(this.documents ?? [], this.words, this.order));
  /** The books of the library that the table shows. */
  readonly books: Document[] = $derived(this.#shown.filter((document) => !document.partial));
  /** Books of which only answers to lookups are here. */
  readonly answers: Document[] = $derived(this.#shown.filter((document) => document.partial));
  #loads = 0;

  async load(): Promise<void> {
    const load = ++this.#loads;
    try {
      const all = await documents();
      if (load !== this.#loads) return;
      this.documents = all;
      this.trouble = null;
    } catch (reason) {
      if (load === this.#loads) this.trouble = errorText(reason);
    }
  }

  sortBy(column: Column): void {
    this.order = nextOrder(this.order, column);
  }
}
