import { expect, test } from "vitest";
import { completeScope, takeScope } from "../../src/browse/scopes";

const DOCUMENTS = ["srd-2014", "srd-2024", "tob"];

test.each([
  ["spell: fire", ["spell"], [], "fire"],
  ["  Creature:", ["creature"], [], ""],
  ["srd-2024,tob: lich", [], ["srd-2024", "tob"], "lich"],
  ["spell,TOB:x", ["spell"], ["tob"], "x"],
])("“%s” starts with a scope", (text, kinds, documents, rest) => {
  expect(takeScope(text, DOCUMENTS)).toEqual({ scope: { kinds, documents }, rest });
});

test.each(["fire", "note: fire", "spell,nothing: x", "10:30", "constructor: x", ": x", ""])(
  "“%s” has no scope",
  (text) => {
    expect(takeScope(text, DOCUMENTS)).toBeNull();
  },
);

test("the scope item covers all equipment", () => {
  expect(takeScope("item:", DOCUMENTS)?.scope.kinds).toEqual(["item", "magic-item", "weapon", "armor"]);
});

test.each([
  ["sp", "spell:"],
  ["cr", "creature:"],
  ["to", "tob:"],
  ["spell,to", "spell,tob:"],
  ["srd-2024,sp", "srd-2024,spell:"],
])("Tab completes %s to %s", (begun, whole) => {
  expect(completeScope(begun, DOCUMENTS)).toBe(whole);
});

test.each(["", "zz", "fire ball", "spell: sp"])("Tab does not complete “%s”", (text) => {
  expect(completeScope(text, DOCUMENTS)).toBeNull();
});
