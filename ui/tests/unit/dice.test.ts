import { shell } from "./window";
import { beforeEach, expect, test } from "vitest";
import { type DicePiece, type Inline, readLine, readMarkdown } from "../../src/entry/markdown";
import { rowOf, sumText } from "../../src/roll/dice";
import { Rolls } from "../../src/roll/rolls.svelte";
import { MockHost } from "../mock/host";
import { DEFAULT_OPTIONS } from "../mock/options";

let host: MockHost;
beforeEach(() => (host = new MockHost(shell, DEFAULT_OPTIONS)));

/** Returns a line with its dice in brackets. */
const marked = (text: string): string =>
  readLine(text, [])
    .map((piece) => (piece.is === "dice" ? `[${piece.text}]` : "text" in piece ? piece.text : ""))
    .join("");

test.each([
  ["9 (2d6 + 2) piercing", "9 ([2d6 + 2]) piercing"],
  ["regains 1d6 + 1 charges; 1d4−1, d%", "regains [1d6 + 1] charges; [1d4−1], [d%]"],
  ["5d4 × 10 gp and 1d6 × 1,000 cp", "[5d4 × 10] gp and [1d6 × 1,000] cp"],
  ["8d6 + 1d8 fire and 2d6 plus your level", "[8d6 + 1d8] fire and [2d6] plus your level"],
  ["a D6-sided die, 2d6 + 3rd, d20", "a [D6]-sided die, [2d6] + 3rd, [d20]"],
  ["add4, 1d8s, d1000, d1, 3rd6th, d", "add4, 1d8s, d1000, d1, 3rd6th, d"],
])("%s has these dice", (text, expected) => {
  expect(marked(text)).toBe(expected);
});

test("a link within dice stays a link", () => {
  const link = { text: "2d6", uri: "lore://entry/lod/rule/dice", kind: "rule" as const };
  expect(readLine("2d6 + 1d4", [link]).map((piece) => piece.is)).toEqual(["entry", "text", "dice"]);
});

const first = (pieces: Inline[] | undefined): Inline | undefined => {
  const [piece] = pieces ?? [];
  return piece && "inside" in piece ? first(piece.inside) : piece;
};

/** Returns the dice in the head of a table, by column. */
function headDice(text: string): (DicePiece | undefined)[] {
  const [table] = readMarkdown(text, []);
  if (table?.is !== "table") throw new Error("no table");
  return table.head.map(({ inside }) => {
    const piece = first(inside);
    return piece?.is === "dice" ? piece : undefined;
  });
}

test("dice over a column of numbers roll on the table", () => {
  const [one, other, none] = headDice(
    "| **1d100** | d8 (by day) | Word |\n|---|---|---|\n| 01–49 | — | plum |\n| 50-99 | 1–3 | pear |\n| 00 | 4 | 1d6 |",
  );
  const word = (dice: DicePiece | undefined, result: number) => {
    const row = dice?.table && rowOf(dice.table, result);
    return row && first(row[2]?.inside);
  };
  expect([1, 49, 50, 99, 100].map((result) => word(one, result))).toMatchObject(
    ["plum", "plum", "pear", "pear", "1d6"].map((text) => ({ text })),
  );
  expect(word(other, 3)).toMatchObject({ text: "pear" });
  expect([0, 101].map((result) => word(one, result))).toEqual([undefined, undefined]);
  expect(none).toBeUndefined();
  for (const rows of ["| 1 | the row of a variant |", "| none | at all |\n| here | or here |"]) {
    expect(headDice(`| d4 | Word |\n|---|---|\n${rows}`)[0]).toEqual({ is: "dice", text: "d4" });
  }
});

test("the dice and numbers of a sum are shown with what counts", () => {
  const terms = [
    { term: "4d6kh3", faces: [4, 1, 1, 4], kept: [4, 4, 1], sum: 9 },
    { term: "-1d4", faces: [2], sum: -2 },
    { term: "3", sum: 3 },
  ];
  expect(sumText({ total: 10, terms, seed: 7 })).toBe("4d6kh3 (4, 1, 1, 4; 4, 4, 1 count) − 1d4 (2) + 3");
});

test("the last roll is shown, without commas, or why there is none", async () => {
  const rolls = new Rolls();
  const slow = rolls.roll({ is: "dice", text: "2d6 + 3" });
  await Promise.all([slow, rolls.roll({ is: "dice", text: "1d6 × 1,000" })]);
  expect(rolls.shown).toMatchObject({ dice: { text: "1d6 × 1,000" }, rolled: { total: 2000 }, trouble: "" });
  expect(host.callsOf("roll")).toEqual([{ dice: "2d6 + 3" }, { dice: "1d6 × 1000" }]);
  await rolls.roll({ is: "dice", text: "?" });
  expect(rolls.shown).toMatchObject({ rolled: null, trouble: expect.stringContaining("is not dice") as string });
  const hidden = rolls.roll({ is: "dice", text: "d20" });
  rolls.hide();
  await hidden;
  expect(rolls.shown).toBeNull();
});
