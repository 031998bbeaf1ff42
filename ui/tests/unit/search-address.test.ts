import { expect, test } from "vitest";
import {
  type SearchRequest,
  EMPTY_REQUEST,
  openedBy,
  readAddress,
  writeAddress,
} from "../../src/browse/search-address";
import { entriesOfDocument, entriesOfKind } from "../../src/browse/search-address";

test("a request survives the round trip through an address", () => {
  const request: SearchRequest = {
    query: "fire & ice=100%?",
    kinds: ["spell", "magic-item"],
    filters: [
      { field: "class", include: ["Druid", "Wizard"], exclude: ["Bard"], every: true },
      { field: "casting-time", include: [], exclude: ["1 action"], every: false },
    ],
    cr_min: 0.125,
    cr_max: 0,
    sort: "-level",
  };
  const address = writeAddress(request, "lore://entry/tob/spell/fire & ice");
  expect(readAddress(address)).toEqual(request);
  expect(openedBy(address)).toBe("lore://entry/tob/spell/fire & ice");
});

test("an empty address requests everything", () => {
  expect(readAddress("")).toEqual(EMPTY_REQUEST);
  expect(writeAddress(EMPTY_REQUEST, null)).toBe("");
  expect(openedBy("")).toBeNull();
});

test("unknown parts of an address are ignored", () => {
  expect(readAddress("in.=x&out.level=3&cr-min=many&nonsense")).toEqual(EMPTY_REQUEST);
});

test("there are addresses for a document and for a kind", () => {
  expect(readAddress(entriesOfDocument("srd-2014")).filters).toEqual([
    { field: "document", include: ["srd-2014"], exclude: [], every: false },
  ]);
  expect(readAddress(entriesOfKind("magic-item")).kinds).toEqual(["magic-item"]);
});
