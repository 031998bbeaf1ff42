import { SvelteSet } from "svelte/reactivity";
import { open5eDocuments, startSync } from "../host";
import type { Open5eDocument } from "../host-types";
import { troubleOf } from "../jobs/problem";
import { count } from "../words";

/** "all 129 held", "60 held", "" */
export const heldWords = ({ held, whole }: Open5eDocument): string =>
  held === 0 ? "" : whole ? `All ${count(held)} here` : `${count(held)} here, not all`;

/** What Open5e offers, and what of it the user has chosen. */
export class Open5e {
  /** Null until the list is known. */
  offered: Open5eDocument[] | null = $state.raw(null);
  /** Why the list is old or missing, if so. */
  message: string | null = $state(null);
  words: string = $state("");
  readonly chosen = new SvelteSet<string>();
  readonly shown: Open5eDocument[] = $derived.by(() => {
    const wanted = this.words.toLowerCase().split(/\s+/).filter(Boolean);
    const told = ({ name, key, publisher, license, game_system }: Open5eDocument) =>
      [name, key, publisher, license, game_system].join(" ").toLowerCase();
    return (this.offered ?? []).filter((document) => wanted.every((word) => told(document).includes(word)));
  });

  async load(): Promise<void> {
    try {
      const { value, message } = await open5eDocuments();
      this.offered = value.documents;
      this.message = message;
    } catch (reason) {
      this.message = troubleOf(reason);
    }
  }

  choose(key: string, chosen: boolean): void {
    if (chosen) this.chosen.add(key);
    else this.chosen.delete(key);
  }

  addChosen(): Promise<void> {
    const keys = [...this.chosen];
    this.chosen.clear();
    return this.#start(keys);
  }

  addEverything(): Promise<void> {
    return this.#start([]);
  }

  async #start(keys: string[]): Promise<void> {
    try {
      await startSync(keys);
    } catch (reason) {
      this.message = troubleOf(reason);
    }
  }
}
