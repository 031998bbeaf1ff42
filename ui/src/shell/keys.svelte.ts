import { SvelteSet } from "svelte/reactivity";
import { isMac, system } from "../system";

/** A keyboard shortcut. */
export interface Key {
  /** Such as `Mod+K`, `Alt+ArrowLeft`, `Mod+Plus`, `?`. `Mod` is Command on a Mac and Ctrl elsewhere. */
  keys: string;
  does: string;
  /** The heading in the list of shortcuts. */
  group: string;
  /**
   * Returns false if it does not apply now; then an earlier shortcut with the same keys runs. Absent if a
   * component handles it.
   */
  run?: (event: KeyboardEvent) => boolean | void;
}

/** The names of keys on this system. `Super` is the shell's name for Command and for the Windows key. */
const SHOWN: Record<string, string> = {
  ...(isMac
    ? { Mod: "⌘", Ctrl: "⌃", Alt: "⌥", Shift: "⇧", Super: "⌘", Enter: "Return" }
    : { Mod: "Ctrl", Super: system === "windows" ? "Win" : "Super" }),
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
  Plus: "+",
};

/** Shortcuts that differ between systems: on macOS, ⌥← moves the caret by a word. */
export const SYSTEM_KEYS = isMac
  ? { back: "Mod+[", forward: "Mod+]" }
  : { back: "Alt+ArrowLeft", forward: "Alt+ArrowRight" };

/** The keys for the pages beside and above a page of a book. */
export const NEIGHBOUR_KEYS = { before: "Alt+PageUp", after: "Alt+PageDown", up: "Alt+ArrowUp" };

/** `Mod+ArrowLeft` → ["Ctrl", "←"] */
export const shownKeys = (keys: string): string[] => keys.split("+").map((part) => SHOWN[part] ?? part);

/** `Mod+K` → "Ctrl+K", for hints */
export const keyHint = (keys: string): string => shownKeys(keys).join(isMac ? "" : "+");

function isPressed(keys: string, event: KeyboardEvent): boolean {
  const parts = keys.split("+");
  const last = parts.pop() ?? "";
  const name = last === "Plus" ? "+" : last;
  const [mod, other] = isMac ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
  if (other || mod !== parts.includes("Mod") || event.altKey !== parts.includes("Alt")) return false;
  if (name.length > 1 && event.shiftKey !== parts.includes("Shift")) return false;
  return event.key.toLowerCase() === name.toLowerCase();
}

/** Tells whether Ctrl, Command or Alt is held. */
export const hasModifier = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey || event.altKey;

/** Tells whether a key without Ctrl or Alt would type a character here. No search begins with one of ours. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]") &&
  !(target instanceof HTMLInputElement && target.type === "search" && target.value === "");

/** The shortcuts of the window. */
export class Keys {
  #all = new SvelteSet<Key>();

  /** Adds shortcuts; the returned function removes them. */
  add(keys: Key[]): () => void {
    for (const key of keys) this.#all.add(key);
    return () => keys.forEach((key) => this.#all.delete(key));
  }

  /** The shortcuts by heading, in the order in which they were added. */
  get groups(): Map<string, Key[]> {
    const groups = new Map<string, Key[]>();
    for (const key of this.#all) groups.set(key.group, [...(groups.get(key.group) ?? []), key]);
    return groups;
  }

  pressed(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing) return;
    if (event.target instanceof Element && event.target.closest("dialog[open]")) return;
    for (const key of [...this.#all].reverse()) {
      if (!key.run || !isPressed(key.keys, event)) continue;
      if (key.keys.length === 1 && isTyping(event.target)) continue;
      if (key.run(event) === false) continue;
      event.preventDefault();
      return;
    }
  }
}
