import { SvelteSet } from "svelte/reactivity";

/** A key and what it does. The sheet of keys is made of these. */
export interface Key {
  /** Such as `Mod+K`, `Escape`, `Alt+ArrowLeft`, `?`. `Mod` is Command on a Mac and Ctrl elsewhere. */
  keys: string;
  does: string;
  /** The heading it stands under. */
  group: string;
  /** False when it does nothing now: an older key of the same name is asked then. Absent where a part listens by itself. */
  run?: (event: KeyboardEvent) => boolean | void;
}

export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

const SHOWN: Record<string, string> = {
  Mod: isMac ? "⌘" : "Ctrl",
  Alt: isMac ? "⌥" : "Alt",
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
};

/** `Mod+ArrowLeft` → ["Ctrl", "←"] */
export const shownKeys = (keys: string): string[] => keys.split("+").map((part) => SHOWN[part] ?? part);

/** `Mod+K` → "Ctrl+K", as a hint writes it. */
export const keyHint = (keys: string): string => shownKeys(keys).join(isMac ? "" : "+");

function isPressed(keys: string, event: KeyboardEvent): boolean {
  const parts = keys.split("+");
  const name = parts.pop() ?? "";
  const mod = isMac ? event.metaKey : event.ctrlKey;
  if (mod !== parts.includes("Mod") || event.altKey !== parts.includes("Alt")) return false;
  if (name.length > 1 && event.shiftKey !== parts.includes("Shift")) return false;
  return event.key.toLowerCase() === name.toLowerCase();
}

/** Whether a key without Ctrl or Alt would be typed here. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");

/** Every key that the window listens to. */
export class Keys {
  #all = new SvelteSet<Key>();

  /** Adds keys; what is given back takes them away again. */
  add(keys: Key[]): () => void {
    for (const key of keys) this.#all.add(key);
    return () => keys.forEach((key) => this.#all.delete(key));
  }

  /** All keys by the heading they stand under, in the order in which they were added. */
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
