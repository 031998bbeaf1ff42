import type { Link } from "../../src/host-types";
import { expect, test } from "vitest";
import { type Block, type Inline, readLine, readMarkdown, slotColumns, together } from "../../src/entry/markdown";

const MIRED: Link = { text: "mired", uri: "lore://entry/lod/condition/mired", kind: "condition" };

/** Flattens blocks into their pieces and texts. */
function pieces(blocks: Block[]): string[] {
  const ofInline = (piece: Inline): string[] => {
    if ("inside" in piece)
      return [piece.is === "address" ? `address ${piece.url}` : piece.is, ...piece.inside.flatMap(ofInline)];
    return [piece.is === "break" ? "break" : `${piece.is} ${piece.text}`];
  };
  return blocks.flatMap((block): string[] => {
    if (block.is === "list") return ["list", ...block.items.flatMap(pieces)];
    if (block.is === "quote") return ["quote", ...pieces(block.inside)];
    if (block.is === "table")
      return ["table", ...[...block.head, ...block.rows.flat()].flatMap((cell) => cell.inside.flatMap(ofInline))];
    if (block.is === "rule") return ["rule"];
    return block.is === "code" ? [`code ${block.text}`] : [block.is, ...block.inside.flatMap(ofInline)];
  });
}

test.each([
  "<script>alert(1)</script>",
  'a <img src=x onerror="alert(1)"> b',
  "<iframe src=https://example.org></iframe>",
  "![picture](https://example.org/tracker.png)",
  "[link](javascript:alert(1))",
  "[link](http://example.org)",
  "[link](data:text/html,x)",
  "https://example.org stands bare",
])("%s becomes plain text", (text) => {
  for (const piece of pieces(readMarkdown(text, []))) expect(piece).toMatch(/^(paragraph|text )/);
});

test("an https link is kept", () => {
  expect(pieces(readMarkdown("See [there](https://example.org/a).", []))).toEqual([
    "paragraph",
    "text See ",
    "address https://example.org/a",
    "text there",
    "text .",
  ]);
});

test("names of entries become links, once per block", () => {
  expect(pieces(readMarkdown("It is mired, admired, and mired again.", [MIRED]))).toEqual([
    "paragraph",
    "text It is ",
    "entry mired",
    "text , admired, and mired again.",
  ]);
  expect(readLine("mired; amired", [MIRED]).map((piece) => piece.is)).toEqual(["entry", "text"]);
});

test("a common word is a link only at its place", () => {
  const linked = (text: string, before: string, after = "") => {
    const link: Link = { text: "Light", uri: "lore://entry/lod/spell/light", kind: "spell", before, after };
    return pieces(readMarkdown(text, [link])).flatMap((piece, at, all) =>
      piece === "entry Light" ? [`${all[at - 1]}|${all[at + 1]}`] : [],
    );
  };
  const spells = "- **Training** Light and Medium armor\n- **Cantrips** Bright Light, Light, Mending";
  expect(linked(spells, "Bright Light, ")).toEqual(["text  Bright Light, |text , Mending"]);
  expect(linked("Light, **1/Day:** Light\n\nsaid: Light", ":* ")).toEqual(["text  |paragraph"]);
  expect(linked("Light, *Light* and ***Light***", "*", "*")).toEqual(["em|text  and "]);
  expect(linked("| Light rain | Spell |\n|---|---|\n| Light air | Light |", "\n", "\n")).toEqual([
    "text Light air|undefined",
  ]);
});

test("a heading that is nothing but a name is no link to itself", () => {
  expect(pieces(readMarkdown("### mired\n\n### When mired", [MIRED]))).toEqual([
    "heading",
    "text mired",
    "heading",
    "text When ",
    "entry mired",
  ]);
});

test("headings begin with the level of their place", () => {
  const levels = (top?: number) =>
    readMarkdown("# A\n\n## B\n\n### C", [], top).map((block) => block.is === "heading" && block.level);
  expect([levels(), levels(5)]).toEqual([
    [3, 4, 5],
    [5, 6, 6],
  ]);
});

test("a name with special characters is found", () => {
  const link = { ...MIRED, text: "Rope (30 ft.)" };
  expect(readLine("a Rope (30 ft.) here", [link]).map((piece) => piece.is)).toEqual(["text", "entry", "text"]);
});

test("tables, lists, quotes and headings are parsed", () => {
  const read = readMarkdown("### Head\n\n> said\n\n1. one\n2. *two*\n\n| a | b |\n|---|---|\n| 1 | **2** |\n", []);
  expect(read.map((block) => block.is)).toEqual(["heading", "quote", "list", "table"]);
  expect(pieces(read)).toContain("strong");
});

test("a heading stays together with what it heads, but for a long list", () => {
  const groups = (text: string) => together(readMarkdown(text, [])).map((group) => group.map(({ is }) => is).join(" "));
  expect(groups("said\n\n### Head\n\n#### Part\n\nsaid\n\nmore\n\n### Last")).toEqual([
    "paragraph",
    "heading heading paragraph",
    "paragraph",
    "heading",
  ]);
  expect(groups("### Head\n\n- a\n- b")).toEqual(["heading list"]);
  expect(groups(`### Head\n\n${"- a\n".repeat(6)}`)).toEqual(["heading", "list"]);
});

test("columns of spell slots next to each other share a heading", () => {
  const columns = (head: string) => {
    const [table] = readMarkdown(`| ${head} |\n|${"---|".repeat(head.split("|").length)}\n| 1 |`, []);
    return table?.is === "table" ? slotColumns(table.head) : undefined;
  };
  expect(columns("Level | 1st-Level Slots | 2nd-Level Slots | 3rd-Level Slots | Notes")).toEqual({
    from: 1,
    levels: ["1", "2", "3"],
  });
  expect(columns("Level | 1st-Level Slots | Notes")).toBeNull();
  expect(columns("1st-Level Slots | Notes | 2nd-Level Slots")).toBeNull();
  expect(columns("Level | Notes")).toBeNull();
});

test("deeply nested text is shown", () => {
  expect(pieces(readMarkdown(`${"> ".repeat(500)}deep`, [])).join(" ")).toContain("deep");
  expect(pieces(readMarkdown(`${"- ".repeat(200)}deep`, [])).join(" ")).toContain("deep");
});

test("a large text of unclosed marks is parsed quickly", () => {
  const before = process.cpuUsage();
  readMarkdown("*_[".repeat(3000), []);
  expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
});
