/** How pressed keys become a global shortcut, in the words that the shell understands: `Ctrl+Alt+L`. */

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

/** By the key's place, for a shortcut must not depend on what Alt makes of a letter. */
function keyName(code: string): string | null {
  if (/^Key[A-Z]$/.test(code)) return code.slice(3);
  if (/^Digit\d$/.test(code)) return code.slice(5);
  return /^F([1-9]|1\d|2[0-4])$/.test(code) ? code : (NAMED[code] ?? null);
}

/** The modifiers that are held, for showing while the rest is awaited. */
export const heldModifiers = ({ ctrlKey, altKey, shiftKey, metaKey }: Omit<Pressed, "code">): string[] =>
  [ctrlKey && "Ctrl", altKey && "Alt", shiftKey && "Shift", metaKey && "Super"].filter((name) => name !== false);

/** The shortcut, or null while only modifiers are held or when the keys would be typed by everyone (Shift alone is no modifier). */
export function shortcutOf(pressed: Pressed): string | null {
  const key = keyName(pressed.code);
  const modifiers = heldModifiers(pressed);
  if (key === null) return null;
  const enough = modifiers.some((name) => name !== "Shift") || /^F\d+$/.test(key);
  return enough ? [...modifiers, key].join("+") : null;
}
