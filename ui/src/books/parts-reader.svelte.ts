import { untrack } from "svelte";
import type { EntryCache } from "../entry/entry-cache";
import type { WholeEntry } from "../host-types";
import { type ContentsNode, partsOf } from "./contents";

/** The parts that are read and drawn first. */
const FIRST_PARTS = 6;

/** A part of a page below its own text. */
interface Part {
  node: ContentsNode;
  depth: number;
}

/** Reads the parts of a page. The first ones are drawn while the others are on their way. */
export class PartsReader {
  /** True once every part has arrived. */
  isWhole: boolean = $state(false);
  readonly all: Part[];
  readonly first: Part[] = $derived.by(() => this.all.slice(0, FIRST_PARTS));
  #wholes: Map<string, WholeEntry> = $state.raw(new Map());

  constructor(cache: EntryCache, page: () => ContentsNode | undefined) {
    this.all = $derived.by(() => {
      const node = page();
      return node ? partsOf(node) : [];
    });
    // Before the parts of another page are drawn.
    $effect.pre(() => {
      const uris = this.all.map(({ node }) => node.uri);
      let isWanted = true;
      untrack(() => void this.#read(cache, uris, () => isWanted));
      return () => (isWanted = false);
    });
  }

  /** The entry of a part, once it has arrived. */
  find(uri: string): WholeEntry | undefined {
    return this.#wholes.get(uri);
  }

  async #read(cache: EntryCache, uris: string[], isWanted: () => boolean): Promise<void> {
    this.isWhole = uris.every((uri) => this.#wholes.has(uri));
    // What cannot be read stays as it was.
    const known = (list: string[]) => list.flatMap((uri) => this.#wholes.get(uri) ?? []);
    const lists = [uris.slice(0, FIRST_PARTS), uris.slice(FIRST_PARTS)].filter(({ length }) => length > 0);
    const readings = lists.map((list) => cache.readAll(list).catch(() => known(list)));
    const wholes = new Map<string, WholeEntry>();
    for (const reading of readings) {
      const found = await reading;
      if (!isWanted()) return;
      for (const whole of found) wholes.set(whole.entry.uri, whole);
      // What is read again stays until all of it is there.
      if (!this.isWhole) this.#wholes = new Map(wholes);
    }
    this.#wholes = wholes;
    this.isWhole = true;
  }
}
