import { documents } from "../host";
import type { Document } from "../host-types";
import { troubleOf } from "../jobs/problem";
import { arrange, nextOrder, type Column, type Order } from "./documents";

/** The documents of the library as the Library view lists them. */
export class Library {
  /** Null until the server has told them. */
  documents: Document[] | null = $state.raw(null);
  trouble: string | null = $state(null);
  words: string = $state("");
  order: Order = $state.raw({ column: "name", descending: false });
  readonly shown: Document[] = $derived(arrange(this.documents ?? [], this.words, this.order));
  #asked = 0;

  async load(): Promise<void> {
    const asked = ++this.#asked;
    try {
      const told = await documents();
      if (asked !== this.#asked) return;
      this.documents = told;
      this.trouble = null;
    } catch (reason) {
      if (asked === this.#asked) this.trouble = troubleOf(reason);
    }
  }

  sortBy(column: Column): void {
    this.order = nextOrder(this.order, column);
  }
}
