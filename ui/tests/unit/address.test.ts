import { expect, test } from "vitest";
import { type Asked, NOTHING_ASKED, openedBy, readAddress, writeAddress } from "../../src/browse/address";
import { entriesOfDocument, entriesOfKind } from "../../src/library/entries-address";

test("what is asked comes back out of the address as it went in", () => {
  const asked: Asked = {
    query: "fire & ice=100%?",
    kinds: ["spell", "magic-item"],
    filters: [
      { field: "class", include: ["Druid", "Wizard"], exclude: ["Bard"], every: true },
      { field: "casting-time", include: [], exclude: ["1 action"], every: false },
    ],
    cr_min: 0.125,
    cr_max: 0,
    by_meaning: true,
  };
  const address = writeAddress(asked, "lore://entry/tob/spell/fire & ice");
  expect(readAddress(address)).toEqual(asked);
  expect(openedBy(address)).toBe("lore://entry/tob/spell/fire & ice");
});

test("an address that says nothing asks for everything", () => {
  expect(readAddress("")).toEqual(NOTHING_ASKED);
  expect(writeAddress(NOTHING_ASKED, null)).toBe("");
  expect(openedBy("")).toBeNull();
});

test("what no one would have written into an address is passed over", () => {
  expect(readAddress("in.=x&out.level=3&cr-min=many&nonsense")).toEqual(NOTHING_ASKED);
});

test("the library leads to the entries of a document and of a kind", () => {
  expect(readAddress(entriesOfDocument("srd-2014")).filters).toEqual([
    { field: "document", include: ["srd-2014"], exclude: [], every: false },
  ]);
  expect(readAddress(entriesOfKind("magic-item")).kinds).toEqual(["magic-item"]);
});
