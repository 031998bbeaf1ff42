import { createContext } from "svelte";
import { Pins } from "../entry/pins.svelte";
import { Preview } from "../entry/preview.svelte";
import { Shelf } from "../entry/shelf";
import { Jobs } from "../jobs/jobs.svelte";
import { Server } from "../server.svelte";
import { AppSettings } from "../settings/settings.svelte";
import { Keys } from "./keys.svelte";
import { Routes, type View } from "./routes.svelte";

/** How long words wait before they are read out, so that only the last of many is. */
const SAY_AFTER_MS = 500;

/** What every view has at hand. */
export class App {
  readonly server = new Server();
  readonly jobs = new Jobs();
  readonly settings = new AppSettings();
  readonly routes = new Routes();
  readonly keys = new Keys();
  readonly shelf = new Shelf();
  readonly pins = new Pins();
  readonly preview = new Preview(this.shelf);
  /** Counts how often the caret was wished into the search field. */
  caretWishes: number = $state(0);
  /** What screen readers were told last. */
  said: string = $state("");
  #saying: ReturnType<typeof setTimeout> | undefined;

  /** Goes to a view, as it was left. */
  navigate(to: View): void {
    this.routes.go(to, this.routes.left(to));
  }

  /** Shows an entry: beside the list of the Browse view, or in place of the one in a small window. */
  open(uri: string): void {
    this.preview.hide();
    if (this.routes.view === "pinned") return this.routes.pin(uri);
    const query = new URLSearchParams(this.routes.left("browse"));
    query.set("open", uri);
    this.routes.go("browse", query.toString());
  }

  /** Goes to the Browse view with the caret in its field and all of it selected. */
  search(): void {
    this.navigate("browse");
    this.caretWishes++;
  }

  /** Tells screen readers, politely. */
  say(text: string): void {
    clearTimeout(this.#saying);
    this.#saying = setTimeout(() => (this.said = text), SAY_AFTER_MS);
  }
}

/** The app is given once, by App.svelte, and used by everything within it. */
export const [useApp, giveApp] = createContext<App>();
