import { createContext } from "svelte";
import { Books } from "../books/books.svelte";
import { Pins } from "../entry/pins.svelte";
import { Preview } from "../entry/preview.svelte";
import { EntryCache } from "../entry/entry-cache";
import { Encounter } from "../encounter/encounter.svelte";
import { Jobs } from "../jobs/jobs.svelte";
import { openPinned } from "../host";
import { Rolls } from "../roll/rolls.svelte";
import type { Start } from "../own/editor.svelte";
import { Server } from "../server.svelte";
import { AppSettings } from "../settings/settings.svelte";
import { TextSize } from "../settings/text-size.svelte";
import { Share } from "../share/share.svelte";
import { Keys } from "./keys.svelte";
import { Routes, type View } from "./routes.svelte";

/** Delay before a text is announced, so that only the last of many is. */
const ANNOUNCE_DELAY_MS = 500;

/** The state that all views share. */
export class App {
  readonly server = new Server();
  readonly jobs = new Jobs();
  readonly settings = new AppSettings();
  readonly textSize = new TextSize();
  readonly routes = new Routes();
  readonly keys = new Keys();
  readonly entryCache = new EntryCache();
  readonly books = new Books();
  readonly pins = new Pins(this.server);
  readonly encounter = new Encounter(this.server, this.entryCache);
  readonly share = new Share();
  readonly rolls = new Rolls();
  readonly preview = new Preview(this.entryCache);
  /** The number of requests to focus the search field. */
  focusRequests: number = $state(0);
  /** The number of changes of the user's own entries; views of the library reload when it grows. */
  edits: number = $state(0);
  /** The own entry that was deleted last. */
  deleted: string | null = $state(null);
  /** The entry that is being written. */
  writing: Start | null = $state.raw(null);
  /** The text that screen readers announce. */
  said: string = $state("");
  #saying: ReturnType<typeof setTimeout> | undefined;

  /** Changes with the entries of the library. */
  get libraryVersion(): string {
    return [this.edits, this.jobs.ended, this.server.state.statistics?.entries].join(" ");
  }

  /** Opens a view as it was left. */
  navigate(to: View): void {
    this.routes.go(to, this.routes.left(to));
  }

  /**
   * Opens an entry: in the Browse view, beside an encounter, on a page of the Books view from there, in place
   * of the entry in a pinned window, or from the quick look in a window of its own.
   */
  open(uri: string): void {
    this.preview.hide();
    if (this.routes.view === "quick-look") return void openPinned(uri);
    if (this.routes.view === "pinned") return this.routes.pin(uri);
    if (this.routes.view === "books") return this.read(uri);
    this.#openIn(this.routes.view === "encounter" ? "encounter" : "browse", uri);
  }

  /** Opens an entry, perhaps at an anchor, or a group of the contents in the Books view. */
  read(uri: string): void {
    this.preview.hide();
    this.routes.go("books", new URLSearchParams({ at: uri }).toString());
  }

  /** Opens an entry in the Browse view. */
  browse(uri: string): void {
    this.#openIn("browse", uri);
  }

  #openIn(view: "browse" | "encounter", uri: string): void {
    const query = new URLSearchParams(this.routes.left(view));
    query.set("open", uri);
    this.routes.go(view, query.toString());
  }

  /** Opens the Browse view, with the text in its search field selected. */
  search(): void {
    this.navigate("browse");
    this.focusRequests++;
  }

  /** Lets screen readers announce a text, politely. */
  say(text: string): void {
    clearTimeout(this.#saying);
    this.#saying = setTimeout(() => (this.said = text), ANNOUNCE_DELAY_MS);
  }
}

/** App.svelte provides the app; every component within it uses it. */
export const [useApp, giveApp] = createContext<App>();
