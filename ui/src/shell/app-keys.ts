import { hideWindow, quit } from "../host";
import type { App } from "./app.svelte";
import type { Key } from "./keys.svelte";
import { VIEWS } from "./routes.svelte";

const NAMES = ["Browse", "Library", "Assistant", "Settings"];

/** The keys that work in every view. */
export function appKeys(app: App, showSheet: () => void): Key[] {
  const group = "Everywhere";
  return [
    { keys: "Mod+K", does: "Search", group, run: () => app.search() },
    ...VIEWS.map((view, at): Key => ({ keys: `Mod+${at + 1}`, does: NAMES[at] ?? view, group, run: () => app.navigate(view) })),
    { keys: "Alt+ArrowLeft", does: "Back", group, run: () => history.back() },
    { keys: "Alt+ArrowRight", does: "Forward", group, run: () => history.forward() },
    { keys: "Escape", does: "Hide the window", group, run: () => (app.preview.whole ? app.preview.hide() : void hideWindow()) },
    { keys: "?", does: "This sheet", group, run: showSheet },
    { keys: "Mod+Q", does: "Quit LoreKeeper", group, run: () => void quit() },
  ];
}
