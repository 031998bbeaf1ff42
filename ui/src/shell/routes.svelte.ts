import { untrack } from "svelte";

/** The views of the main window. */
export type View = "browse" | "library" | "assistant" | "settings" | "encounter" | "books";
export const VIEWS: readonly View[] = ["browse", "library", "assistant", "settings", "encounter", "books"];

/** Delay before the address shows a change within a view: engines refuse many changes in a row. */
const WRITE_DELAY_MS = 300;

/** A view with a query in its address. */
type Addressed = View | "quick-look";

interface Place {
  view: Addressed | "pinned";
  query: string;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `#/browse?q=fire`, `#/quick-look?q=fire` → the view and its query; `#/pinned/<uri>` → the uri */
function readHash(hash: string): Place {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  if (path.startsWith("pinned/")) return { view: "pinned", query: decode(path.slice("pinned/".length)) };
  if (path === "quick-look") return { view: path, query };
  return { view: VIEWS.find((view) => view === path) ?? "browse", query };
}

const writeHash = (view: Addressed, query: string): string => `#/${view}${query ? `?${query}` : ""}`;

/** The place of a step in the history of the window. */
interface Step {
  step?: number;
}

/** The current view. The address holds all of it, so that Back and Forward work. */
export class Routes {
  view: Place["view"] = $state("browse");
  /** The view's query in the address; the uri of the entry in a pinned window. */
  query: string = $state("");
  /** The number of steps that were made, back and forward included. */
  steps: number = $state(0);
  #step: number = $state(0);
  #lastStep: number = $state(0);
  /** How far down the page of a step was read, with its address. */
  #positions = new Map<number, { of: string; top: number }>();
  #last = new Map<Addressed, string>();
  #write: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.#step = this.#lastStep = (history.state as Step | null)?.step ?? 0;
    this.#arrive();
    addEventListener("popstate", ({ state }) => {
      this.#step = (state as Step | null)?.step ?? 0;
      this.#arrive();
    });
  }

  get canGoBack(): boolean {
    return this.#step > 0;
  }

  get canGoForward(): boolean {
    return this.#step < this.#lastStep;
  }

  /** Returns how far down a page was read when this step was left; undefined if it was not. */
  position(of: string): number | undefined {
    const kept = this.#positions.get(this.#step);
    return kept?.of === of ? kept.top : undefined;
  }

  /** Keeps how far down a page is read. */
  keepPosition(of: string, top: number): void {
    this.#positions.set(this.#step, { of, top });
  }

  /** Returns the query with which a view was left. */
  left(view: Addressed): string {
    return this.view === view ? this.query : (this.#last.get(view) ?? "");
  }

  /** Opens a view; Back returns to the current one. */
  go(view: Addressed, query: string): void {
    if (view === this.view && query === this.query) return;
    this.#settle();
    this.#push(writeHash(view, query));
    this.#stand({ view, query });
  }

  /** Shows another entry in a pinned window. */
  pin(uri: string): void {
    this.#push(`#/pinned/${encodeURIComponent(uri)}`);
    this.#stand({ view: "pinned", query: uri });
  }

  /** Changes the view's query without a step for Back. */
  change(query: string): void {
    if (this.view === "pinned") return;
    this.#stand({ view: this.view, query });
    clearTimeout(this.#write);
    this.#write = setTimeout(() => this.#settle(), WRITE_DELAY_MS);
  }

  /** Adds a step, which replaces those ahead. A page that stays open stays where it is. */
  #push(hash: string): void {
    const kept = this.#positions.get(this.#step);
    this.#lastStep = ++this.#step;
    for (const step of this.#positions.keys()) if (step >= this.#step) this.#positions.delete(step);
    if (kept) this.#positions.set(this.#step, kept);
    history.pushState({ step: this.#step } satisfies Step, "", hash);
  }

  #settle(): void {
    if (this.#write === undefined) return;
    clearTimeout(this.#write);
    this.#write = undefined;
    if (this.view !== "pinned") history.replaceState(history.state, "", writeHash(this.view, this.query));
  }

  #arrive(): void {
    clearTimeout(this.#write);
    this.#write = undefined;
    this.#stand(readHash(location.hash));
  }

  #stand(place: Place): void {
    this.view = place.view;
    this.query = place.query;
    this.steps = untrack(() => this.steps) + 1;
    if (place.view !== "pinned") this.#last.set(place.view, place.query);
  }
}
