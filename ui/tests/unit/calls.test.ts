import { expect, test } from "vitest";
import { argumentWords, millisecondsText, toolText } from "../../src/assistant/calls";

test("a tool is described under any prefix", () => {
  expect(toolText("lookup_spell")).toBe("looked up spells");
  expect(toolText("guide_list_documents")).toBe("listed the books");
  expect(toolText("something_new")).toBe("something_new");
});

test("arguments are listed by name", () => {
  expect(argumentWords('{"cr_max":5,"documents":["a","b"],"deep":{"x":1},"none":null}')).toEqual([
    ["cr max", "5"],
    ["documents", "a, b"],
    ["deep", '{"x":1}'],
    ["none", "null"],
  ]);
});

test.each(['{"query":"cut o', "[1,2]", "7", ""])("arguments that are not an object stay as they are: %s", (given) => {
  expect(argumentWords(given)).toEqual([["", given]]);
});

test("milliseconds are rounded to significant digits", () => {
  expect([0.42, 9.96, 38.2, 2345].map(millisecondsText)).toEqual(["0.4 ms", "10.0 ms", "38 ms", "2.3 s"]);
});
