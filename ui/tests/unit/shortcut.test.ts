import { expect, test } from "vitest";
import { altGrNote, heldModifiers, shortcutOf } from "../../src/settings/shortcut";

const pressed = (code: string, ...held: string[]) => ({
  code,
  ctrlKey: held.includes("Ctrl"),
  altKey: held.includes("Alt"),
  shiftKey: held.includes("Shift"),
  metaKey: held.includes("Super"),
});

test.each([
  ["Ctrl+Alt+L", pressed("KeyL", "Alt", "Ctrl")],
  ["Super+Shift+1", pressed("Digit1", "Shift", "Super")],
  ["Alt+Space", pressed("Space", "Alt")],
  ["Ctrl+Up", pressed("ArrowUp", "Ctrl")],
  ["F9", pressed("F9")],
])("%s is a shortcut", (shortcut, keys) => {
  expect(shortcutOf(keys)?.split("+").toSorted()).toEqual(shortcut.split("+").toSorted());
});

test.each([
  ["a modifier alone", pressed("ControlLeft", "Ctrl")],
  ["a letter alone", pressed("KeyL")],
  ["a letter with Shift alone", pressed("KeyL", "Shift")],
  ["a key without a name", pressed("MediaPlayPause", "Ctrl")],
])("%s is not a shortcut", (_, keys) => {
  expect(shortcutOf(keys)).toBeNull();
});

test("modifiers have a fixed order", () => {
  expect(heldModifiers(pressed("", "Super", "Shift", "Alt", "Ctrl"))).toEqual(["Ctrl", "Alt", "Shift", "Super"]);
});

test("keys that AltGr types with are warned of on Windows", () => {
  for (const keys of ["Ctrl+Alt+L", "Ctrl+Alt+Shift+5"]) {
    expect(altGrNote(keys, "windows")).toContain("AltGr");
    expect(altGrNote(keys, "linux")).toBeNull();
  }
  for (const keys of ["Alt+Shift+L", "Ctrl+Alt+F9", "Ctrl+Alt+Space", ""])
    expect(altGrNote(keys, "windows")).toBeNull();
});
