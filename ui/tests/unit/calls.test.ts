import { expect, test } from "vitest";
import { givenWords, millisecondsWords, toolWords } from "../../src/assistant/calls";

test("a tool is told in words, whatever stands before its name", () => {
  expect(toolWords("lookup_spell")).toBe("looked up spells");
  expect(toolWords("guide_list_documents")).toBe("listed the documents");
  expect(toolWords("something_new")).toBe("something_new");
});

test("arguments are told by name", () => {
  expect(givenWords('{"cr_max":5,"documents":["a","b"],"deep":{"x":1},"none":null}')).toEqual([
    ["cr max", "5"],
    ["documents", "a, b"],
    ["deep", '{"x":1}'],
    ["none", "null"],
  ]);
});

test.each(['{"query":"cut o', "[1,2]", "7", ""])("arguments that are no whole object stay as they are: %s", (given) => {
  expect(givenWords(given)).toEqual([["", given]]);
});

test("milliseconds have as many digits as they are worth", () => {
  expect([0.42, 9.96, 38.2, 2345].map(millisecondsWords)).toEqual(["0.4 ms", "10.0 ms", "38 ms", "2.3 s"]);
});
