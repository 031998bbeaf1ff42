/** The views of the main window. */
export type View = "browse" | "library" | "assistant" | "settings" | "encounter";
export const VIEWS: readonly View[] = ["browse", "library", "assistant", "settings", "encounter"];

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

/** The current view. The address holds all of it, so that Back and Forward work. */
export class Routes {
  view: Place["view"] = $state("browse");
  /** The view's query in the address; the uri of the entry in a pinned window. */
  query: string = $state("");
  #last = new Map<Addressed, string>();
  #write: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.#arrive();
    addEventListener("popstate", () => this.#arrive());
  }

  /** Returns the query with which a view was left. */
  left(view: Addressed): string {
    return this.view === view ? this.query : (this.#last.get(view) ?? "");
  }

  /** Opens a view; Back returns to the current one. */
  go(view: Addressed, query: string): void {
    if (view === this.view && query === this.query) return;
    this.#settle();
    history.pushState(null, "", writeHash(view, query));
    this.#stand({ view, query });
  }

  /** Shows another entry in a pinned window. */
  pin(uri: string): void {
    history.pushState(null, "", `#/pinned/${encodeURIComponent(uri)}`);
    this.#stand({ view: "pinned", query: uri });
  }

  /** Changes the view's query without a step for Back. */
  change(query: string): void {
    if (this.view === "pinned") return;
    this.#stand({ view: this.view, query });
    clearTimeout(this.#write);
    this.#write = setTimeout(() => this.#settle(), WRITE_DELAY_MS);
  }

  #settle(): void {
    if (this.#write === undefined) return;
    clearTimeout(this.#write);
    this.#write = undefined;
    if (this.view !== "pinned") history.replaceState(null, "", writeHash(this.view, this.query));
  }

  #arrive(): void {
    clearTimeout(this.#write);
    this.#write = undefined;
    this.#stand(readHash(location.hash));
  }

  #stand(place: Place): void {
    this.view = place.view;
    this.query = place.query;
    if (place.view !== "pinned") this.#last.set(place.view, place.query);
  }
}
