import { SvelteSet } from "svelte/reactivity";
import { open5eDocuments, startSync } from "../host";
import type { NamedDocument, Open5eDocument } from "../host-types";
import { errorText } from "../problem";
import { count } from "../words";

/**
 * "All 129 in your library", "129 in your library, came with LoreKeeper", "60 in your library, from lookups",
 * ""
 */
export function inLibraryText({ held, whole, bundled }: Open5eDocument): string {
  if (held === 0) return "";
  if (whole) return `All ${count(held)} in your library`;
  return `${count(held)} in your library, ${bundled ? "came with LoreKeeper" : "from lookups"}`;
}

/** The documents that Open5e offers, with those that the user has selected. */
export class Open5e {
  /** Null until the list is loaded. */
  offered: Open5eDocument[] | null = $state.raw(null);
  /** The reason why the list is old or missing. */
  message: string | null = $state(null);
  words: string = $state("");
  readonly chosen = new SvelteSet<string>();
  readonly shown: Open5eDocument[] = $derived.by(() => {
    const words = this.words.toLowerCase().split(/\s+/).filter(Boolean);
    const textOf = ({ name, key, publisher, license, game_system }: Open5eDocument) =>
      [name, key, publisher, license, game_system].join(" ").toLowerCase();
    return (this.offered ?? []).filter((document) => words.every((word) => textOf(document).includes(word)));
  });

  async load(): Promise<void> {
    try {
      const { value, message } = await open5eDocuments();
      this.offered = value.documents;
      this.message = message;
    } catch (reason) {
      this.message = errorText(reason);
    }
  }

  choose(key: string, chosen: boolean): void {
    if (chosen) this.chosen.add(key);
    else this.chosen.delete(key);
  }

  addChosen(): Promise<void> {
    const chosen = (this.offered ?? []).filter(({ key }) => this.chosen.has(key));
    this.chosen.clear();
    return this.#start(chosen.map(({ key, name }) => ({ key, name })));
  }

  addEverything(): Promise<void> {
    return this.#start([]);
  }

  async #start(documents: NamedDocument[]): Promise<void> {
    try {
      await startSync(documents);
    } catch (reason) {
      this.message = errorText(reason);
    }
  }
}
