import "./window";
import { beforeEach, expect, test, vi } from "vitest";
import { Keys, shownKeys } from "../../src/shell/keys.svelte";

let pressed: string[] = [];
beforeEach(() => (pressed = []));

const key = (keys: string, does = keys, run?: () => boolean | void) => ({
  keys,
  does,
  group: "Anywhere",
  run: run ?? (() => void pressed.push(does)),
});

function event(key: string, more: Partial<KeyboardEvent> = {}) {
  let prevented = false;
  const made = {
    key,
    ctrlKey: false,
    altKey: false,
    shiftKey: false,
    metaKey: false,
    isComposing: false,
    target: null,
    preventDefault: () => (prevented = true),
    get defaultPrevented() {
      return prevented;
    },
    ...more,
  };
  return made as unknown as KeyboardEvent;
}

test("a shortcut with Ctrl ignores case and needs Ctrl", () => {
  const keys = new Keys();
  keys.add([key("Mod+K")]);
  keys.pressed(event("k"));
  keys.pressed(event("K", { ctrlKey: true }));
  keys.pressed(event("k", { ctrlKey: true, altKey: true }));
  expect(pressed).toEqual(["Mod+K"]);
});

test("the newest shortcut runs first, then earlier ones", () => {
  const keys = new Keys();
  keys.add([key("Escape", "hide")]);
  const away = keys.add([key("Escape", "clear", () => pressed.length > 0 && void pressed.push("clear"))]);
  keys.pressed(event("Escape"));
  expect(pressed).toEqual(["hide"]);
  keys.pressed(event("Escape"));
  expect(pressed).toEqual(["hide", "clear"]);
  away();
  keys.pressed(event("Escape"));
  expect(pressed).toEqual(["hide", "clear", "hide"]);
});

test("a key press is handled once", () => {
  const keys = new Keys();
  keys.add([key("?")]);
  const first = event("?", { shiftKey: true });
  keys.pressed(first);
  expect(first.defaultPrevented).toBe(true);
  keys.pressed(first);
  expect(pressed).toEqual(["?"]);
});

test("shortcuts are ignored during text composition", () => {
  const keys = new Keys();
  keys.add([key("Enter")]);
  keys.pressed(event("Enter", { isComposing: true }));
  expect(pressed).toEqual([]);
});

test("shortcuts are grouped by heading", () => {
  const keys = new Keys();
  keys.add([key("Mod+K", "Search"), { keys: "X", does: "Leave out", group: "Browse" }]);
  expect([...keys.groups].map(([group, all]) => [group, all.map(({ does }) => does)])).toEqual([
    ["Anywhere", ["Search"]],
    ["Browse", ["Leave out"]],
  ]);
  expect(shownKeys("Mod+ArrowLeft")).toEqual(["Ctrl", "←"]);
});

test("plus is a key with and without Shift", () => {
  const keys = new Keys();
  keys.add([key("Mod+Plus")]);
  keys.pressed(event("+", { ctrlKey: true }));
  keys.pressed(event("+", { ctrlKey: true, shiftKey: true }));
  expect(pressed).toHaveLength(2);
  expect(shownKeys("Mod+Plus")).toEqual(["Ctrl", "+"]);
});

test("the Windows key belongs to the system", () => {
  const keys = new Keys();
  keys.add([key("ArrowUp")]);
  keys.pressed(event("ArrowUp", { metaKey: true }));
  expect(pressed).toEqual([]);
});

test.each([
  ["Windows NT 10.0; Win64; x64", "Ctrl+Shift+K", "Win+Alt+L", "ctrlKey"],
  ["Macintosh; Intel Mac OS X 10_15_7", "⌘⇧K", "⌘⌥L", "metaKey"],
  ["X11; Linux x86_64", "Ctrl+Shift+K", "Super+Alt+L", "ctrlKey"],
])("keys on %s are named and pressed as usual there", async (agent, inPage, global, modifier) => {
  vi.stubGlobal("navigator", { userAgent: `Mozilla/5.0 (${agent})` });
  vi.resetModules();
  const there = await import("../../src/shell/keys.svelte");
  expect(there.keyHint("Mod+Shift+K")).toBe(inPage);
  expect(there.keyHint("Super+Alt+L")).toBe(global);
  const keys = new there.Keys();
  keys.add([key("Mod+K"), key(there.SYSTEM_KEYS.back)]);
  keys.pressed(event("k", { ctrlKey: true }));
  keys.pressed(event("k", { metaKey: true }));
  keys.pressed(event("k", { ctrlKey: true, metaKey: true }));
  expect(pressed).toEqual(["Mod+K"]);
  keys.pressed(event("ArrowLeft", { altKey: true }));
  keys.pressed(event("[", { [modifier]: true }));
  expect(pressed).toHaveLength(2);
});
