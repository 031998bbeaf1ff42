import { hideWindow, quit } from "../host";
import type { App } from "./app.svelte";
import { type Key, SYSTEM_KEYS } from "./keys.svelte";
import { VIEWS } from "./routes.svelte";

const NAMES = ["Browse", "Library", "Assistant", "Settings", "Encounter", "Books"];

const group = "Anywhere";

/** The shortcuts that work in every view. */
export function appKeys(app: App, showSheet: () => void): Key[] {
  return [
    { keys: "Mod+K", does: "Search", group, run: () => app.search() },
    { keys: "/", does: "Search", group, run: () => app.search() },
    ...VIEWS.map((view, at): Key => ({
      keys: `Mod+${at + 1}`,
      does: NAMES[at] ?? view,
      group,
      run: () => app.navigate(view),
    })),
    { keys: "Mod+,", does: "Settings", group, run: () => app.navigate("settings") },
    { keys: "?", does: "Show keyboard shortcuts", group, run: showSheet },
    ...smallWindowKeys(app),
  ];
}

/** The shortcuts of the small windows too. */
export const smallWindowKeys = (app: App): Key[] => [
  { keys: SYSTEM_KEYS.back, does: "Back", group, run: () => history.back() },
  { keys: SYSTEM_KEYS.forward, does: "Forward", group, run: () => history.forward() },
  {
    keys: "Escape",
    does: "Close a preview, then hide the window",
    group,
    run: () => (app.preview.whole ? app.preview.hide() : void hideWindow()),
  },
  { keys: "Mod+Plus", does: "Larger text", group, run: () => app.textSize.step(1) },
  { keys: "Mod+=", does: "Larger text", group, run: () => app.textSize.step(1) },
  { keys: "Mod+-", does: "Smaller text", group, run: () => app.textSize.step(-1) },
  { keys: "Mod+0", does: "Normal text size", group, run: () => app.textSize.step(0) },
  { keys: "Mod+Q", does: "Quit LoreKeeper", group, run: () => void quit() },
];
