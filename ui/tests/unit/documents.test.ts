import "./window";
import { expect, test } from "vitest";
import type { Document } from "../../src/host-types";
import { arrange, editionOf, licenceOf, marks, nextOrder } from "../../src/library/documents";
import { SOURCES } from "../mock/documents";

const DOCUMENTS: Document[] = SOURCES.map((source, index) => ({ ...source, entity_count: (index * 7) % 5 }));
const keys = (documents: Document[]) => documents.map(({ document_key }) => document_key);

test("a click sorts by a column, a second one reverses the order", () => {
  const byName = nextOrder({ column: "entries", descending: true }, "name");
  expect(byName).toEqual({ column: "name", descending: false });
  expect(nextOrder(byName, "name")).toEqual({ column: "name", descending: true });
});

test("numbers and dates are first sorted from the largest", () => {
  const order = nextOrder({ column: "name", descending: false }, "entries");
  const counts = arrange(DOCUMENTS, "", order).map(({ entity_count }) => entity_count);
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
});

test("names are sorted in natural order", () => {
  expect(keys(arrange(DOCUMENTS, "", { column: "name", descending: false })).slice(0, 3)).toEqual([
    "house-rules",
    "lod",
    "srd-2014",
  ]);
});

test("every word of a filter must occur in a document", () => {
  const found = (words: string) => keys(arrange(DOCUMENTS, words, { column: "name", descending: false }));
  expect(found("WIZARDS cc-by")).toEqual(["srd-2014", "srd-2024"]);
  expect(found("your file")).toHaveLength(2);
  expect(found("lanterns srd")).toEqual([]);
});

test("sorting does not change the original list", () => {
  const before = keys(DOCUMENTS);
  arrange(DOCUMENTS, "", { column: "name", descending: true });
  expect(keys(DOCUMENTS)).toEqual(before);
});

test("homebrew has an unknown licence", () => {
  expect(SOURCES.map(licenceOf)).toEqual([
    "CC-BY-4.0",
    "CC-BY-4.0",
    "OGL-1.0a",
    "unknown (your file)",
    "unknown (your file)",
  ]);
});

test("problems of a document are marked", () => {
  expect(SOURCES.map(marks)).toEqual([[], [], [], ["2 rejected", "1 in conflict"], []]);
});

test("the edition is derived from the game system or the key", () => {
  expect(SOURCES.map(editionOf)).toEqual(["2014", "2024", "2014", "other", "other"]);
});
