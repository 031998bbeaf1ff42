/** Translates key presses into a global shortcut in the notation of the shell: `Ctrl+Alt+O`. */
import type { System } from "../system";

type Pressed = Pick<KeyboardEvent, "code" | "ctrlKey" | "altKey" | "shiftKey" | "metaKey">;

const NAMED: Record<string, string> = {
  Space: "Space",
  Minus: "-",
  Equal: "=",
  Comma: ",",
  Period: ".",
  Slash: "/",
  Backslash: "\\",
  Semicolon: ";",
  Quote: "'",
  Backquote: "`",
  BracketLeft: "[",
  BracketRight: "]",
  ArrowUp: "Up",
  ArrowDown: "Down",
  ArrowLeft: "Left",
  ArrowRight: "Right",
  Home: "Home",
  End: "End",
  PageUp: "PageUp",
  PageDown: "PageDown",
  Insert: "Insert",
};

/**
 * Returns a warning about keys that type a character on many keyboards of Windows, where Ctrl+Alt is AltGr.
 */
export const altGrNote = (shortcut: string, system: System): string | null =>
  system === "windows" && /^Ctrl\+Alt\+(Shift\+)?[^+]$/.test(shortcut)
    ? "On many keyboards, Ctrl+Alt is AltGr: the character on this key can then no longer be typed in any program."
    : null;

/** Returns the key's name from its position, since Alt may change the character. */
function keyName(code: string): string | null {
  if (/^Key[A-Z]$/.test(code)) return code.slice(3);
  if (/^Digit\d$/.test(code)) return code.slice(5);
  return /^F([1-9]|1\d|2[0-4])$/.test(code) ? code : (NAMED[code] ?? null);
}

/** Returns the modifiers that are held. */
export const heldModifiers = ({ ctrlKey, altKey, shiftKey, metaKey }: Omit<Pressed, "code">): string[] =>
  [ctrlKey && "Ctrl", altKey && "Alt", shiftKey && "Shift", metaKey && "Super"].filter((name) => name !== false);

/** Returns the shortcut; null while only modifiers are held, or for keys that type a character. */
export function shortcutOf(pressed: Pressed): string | null {
  const key = keyName(pressed.code);
  const modifiers = heldModifiers(pressed);
  if (key === null) return null;
  const enough = modifiers.some((name) => name !== "Shift") || /^F\d+$/.test(key);
  return enough ? [...modifiers, key].join("+") : null;
}
