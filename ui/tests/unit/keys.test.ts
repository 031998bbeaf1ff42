import "./window";
import { beforeEach, expect, test } from "vitest";
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
