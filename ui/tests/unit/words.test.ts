import { expect, test } from "vitest";
import type { Stats } from "../../src/host-types";
import { ago, day } from "../../src/times";
import { editionName, hueClass, shortName } from "../../src/parts/source";
import { asSentence, byImportance, bytes, count, emptyLibrary, kindName, kindWord, sourceName } from "../../src/words";

test("numbers have separators", () => {
  expect([0, 999, 2280, 1234567].map(count)).toEqual(["0", "999", "2,280", "1,234,567"]);
});

test("a reason becomes a sentence", () => {
  expect(["it names no program", "Is it there?"].map(asSentence)).toEqual(["It names no program.", "Is it there?"]);
});

test("kinds have plurals", () => {
  const kinds = ["spell", "magic-item", "armor", "class", "subclass", "ability-score", "proficiency"];
  expect(kinds.map(kindName)).toEqual([
    "Spells",
    "Magic items",
    "Armor",
    "Classes",
    "Subclasses",
    "Ability scores",
    "Proficiencies",
  ]);
});

test("a race is called a species by the rules of 2024", () => {
  const editions = ["2014", "2024", "other", undefined];
  expect(editions.map((edition) => kindWord("race", edition))).toEqual(["Race", "Species", "Race", "Race"]);
  expect(kindName("race")).toBe("Races and species");
});

test("frequent kinds come first, the others by name", () => {
  const kinds = ["trait", "creature", "alignment", "spell"].map((kind) => ({ kind }));
  expect(kinds.sort(byImportance).map(({ kind }) => kind)).toEqual(["spell", "creature", "alignment", "trait"]);
});

test("an unknown source keeps its name", () => {
  expect(["dnd5e_api", "orcbrew", "own", "elsewhere"].map(sourceName)).toEqual([
    "Bundled SRD",
    "Your file",
    "Your own",
    "elsewhere",
  ]);
});

test("documents have short names and stable colours", () => {
  expect(shortName("srd-2014", "System Reference Document 5.1")).toBe("SRD 5.1");
  expect(shortName("system-reference-document-5-1-homebrew", "System Reference Document 5.1 (homebrew)")).not.toBe(
    "SRD 5.1",
  );
  expect(shortName("tome-of-beasts-homebrew", "Tome of Beasts (homebrew)")).toBe("Tome of Beasts (homebrew)");
  expect(shortName("house-rules", "House Rules")).toBe("House Rules");
  expect(shortName("tob", "A Very Long Name of a Book")).toBe("TOB");
  expect(shortName("a-long-road", "An Orchard at the Long Road")).toBe("AOLR");
  expect(hueClass("srd-2014")).toBe(hueClass("srd-2014"));
  expect(hueClass("anything")).toMatch(/^hue-(\d|1[01])$/);
  expect(["2014", "other"].map(editionName)).toEqual(["2014 rules", "other rules"]);
});

test("sizes have a fitting unit", () => {
  expect([0, 999, 9_420_800, 123_456_789, 5e12].map(bytes)).toEqual([
    "0 bytes",
    "999 bytes",
    "9.4 MB",
    "123 MB",
    "5.0 TB",
  ]);
});

test("times are written as dates and as distances", () => {
  const now = Date.parse("2026-05-20T12:00:00Z");
  expect(day("2026-05-02T12:00:00Z")).toBe("May 2, 2026");
  const moments = [
    "2026-05-20T11:59:40Z",
    "2026-05-20T11:57:00Z",
    "2026-05-20T09:10:00Z",
    "2026-05-19T11:00:00Z",
    "2026-05-10T12:00:00Z",
  ];
  expect(moments.map((moment) => ago(moment, now))).toEqual([
    "just now",
    "3 minutes ago",
    "2 hours ago",
    "yesterday",
    "10 days ago",
  ]);
});

test("an invalid time stays as it is", () => {
  expect(day("soon")).toBe("soon");
  expect(ago("soon", 0)).toBe("soon");
});

test("an empty library is awaited until the server reports it", () => {
  expect(emptyLibrary(null)).toContain("being imported");
  expect(emptyLibrary({ entries: 0 } as Stats)).toContain("install LoreKeeper again");
});
