import { untrack } from "svelte";
import { EntryReader } from "../entry/entry-reader.svelte";
import type { Problem, WholeEntry } from "../host-types";
import type { App } from "../shell/app.svelte";
import { type ContentsNode, isEntry } from "./contents";
import { type Heading, headingsOf, placeOf } from "./page";
import { PartsReader } from "./parts-reader.svelte";

/** What a page of a book shows. */
interface Shown {
  page: ContentsNode;
  node: ContentsNode;
  /** The address that is read, perhaps with an anchor. */
  uri: string;
}

/** A heading is being read until the next one is this near to the top, in pixels. */
const READ_PX = 60;

/** Reads the entry of a page, and follows how far down it is read. */
export class PageReader {
  pane: HTMLElement | undefined = $state.raw();
  headings: Heading[] = $state.raw([]);
  /** The heading above what is being read. */
  current: Heading | undefined = $state.raw();
  readonly whole: WholeEntry | null = $derived.by(() => {
    const { whole } = this.#reading;
    return whole?.entry.uri === this.#shown().page.uri ? whole : null;
  });
  readonly parts: PartsReader;
  readonly #app: App;
  readonly #shown: () => Shown;
  readonly #reading: EntryReader;
  /** The page that is drawn with all of its parts. */
  #drawn: ContentsNode | null = $state.raw(null);

  constructor(app: App, shown: () => Shown) {
    this.#app = app;
    this.#shown = shown;
    this.#reading = new EntryReader(app.entryCache);
    const page = $derived(shown().page);
    this.parts = new PartsReader(app.entryCache, () => page);
    // Before the parts of another page are drawn. What was left and comes back is drawn anew.
    $effect.pre(() => {
      void page;
      untrack(() => (this.#drawn = null));
    });
    $effect(() => {
      const { uri, kind } = page;
      void app.libraryVersion;
      if (isEntry(uri)) untrack(() => void this.#reading.read(uri));
      else if (!kind) this.drawn(page);
    });
    $effect(() => {
      void app.routes.steps;
      const target = shown();
      if (this.pane && this.#drawn === target.page) untrack(() => this.#arrive(target));
    });
  }

  get problem(): Problem | null {
    return this.#reading.problem;
  }

  /** To be called when a page is drawn with all of its parts. */
  drawn(page: ContentsNode): void {
    this.#drawn = page;
  }

  /** Opens a heading. */
  jump({ uri, element }: Heading): void {
    this.#app.read(uri);
    element.scrollIntoView();
  }

  /** To be called when the page was scrolled. */
  scrolled(): void {
    const { page, uri } = this.#shown();
    if (!this.pane || this.#drawn !== page) return;
    this.#app.routes.keepPosition(uri, this.pane.scrollTop);
    const top = this.pane.getBoundingClientRect().top + READ_PX;
    this.current = this.headings.findLast(({ element }) => element.getBoundingClientRect().top <= top);
  }

  /** Scrolls to where the page was left, or else to what its address names. */
  #arrive({ page, node, uri }: Shown): void {
    if (!this.pane) return;
    this.headings = headingsOf(this.pane, page.uri);
    const left = this.#app.routes.position(uri);
    const place = left === undefined && uri !== page.uri ? placeOf(this.pane, node, uri) : null;
    if (place) place.scrollIntoView();
    else this.pane.scrollTo(0, left ?? 0);
    this.scrolled();
    this.#app.say(`${node.name}, opened`);
  }
}
