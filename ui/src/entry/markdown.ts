import { Lexer, type Token, type Tokens } from "marked";
import type { Link } from "../host-types";
import { type DiceTable, headTable, withDice } from "../roll/dice";

/** A piece of a line. Raw HTML and images of the source become plain text. */
export type Inline =
  | { is: "text"; text: string }
  | { is: "entry"; text: string; link: Link }
  | DicePiece
  | { is: "strong" | "em" | "del"; inside: Inline[] }
  | { is: "code"; text: string }
  | { is: "break" }
  | { is: "address"; url: string; inside: Inline[] };

/** Dice to roll, perhaps on the table that they head. */
export interface DicePiece {
  is: "dice";
  text: string;
  table?: DiceTable;
}

export interface Cell {
  inside: Inline[];
  align: "left" | "center" | "right" | null;
}

/** Columns of spell slots next to each other, which can share a heading. */
interface SlotColumns {
  from: number;
  levels: string[];
}

/**
 * Finds the columns of spell slots in the headings of a table: "1st-Level Slots", "2nd-Level Slots" and so
 * on.
 */
export function slotColumns(head: Cell[]): SlotColumns | null {
  const slots = head.map(({ inside: [piece] }) =>
    piece?.is === "text" ? /^(\d+)(?:st|nd|rd|th)-Level Slots$/.exec(piece.text)?.[1] : undefined,
  );
  const from = slots.findIndex((level) => level);
  const levels = slots.slice(from).filter((level) => level !== undefined);
  const isTogether = slots.slice(from, from + levels.length).every((level) => level);
  return levels.length > 1 && isTogether ? { from, levels } : null;
}

export type Block =
  | { is: "heading"; level: number; inside: Inline[] }
  | { is: "paragraph"; inside: Inline[] }
  | { is: "list"; ordered: boolean; start: number; items: Block[][] }
  | { is: "table"; head: Cell[]; rows: Cell[][] }
  | { is: "quote"; inside: Block[] }
  | { is: "rule" }
  | { is: "code"; text: string };

/** Deeper nesting is shown as text. */
const MAX_DEPTH = 12;

const ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  times: "×",
};

const decode = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name) return ENTITIES[name] ?? whole;
      const code = decimal ? Number(decimal) : parseInt(hex ?? "", 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );

/** A line of Markdown as plain text, and where its pieces begin in it. */
interface PlainLine {
  text: string;
  starts: number[];
}

/**
 * Reads a line as the place of a link has it: with one `*` for each emphasis that begins or ends, between
 * line ends.
 */
function plainLine(tokens: Token[]): PlainLine {
  const line: PlainLine = { text: "\n", starts: [] };
  const mark = () => (line.text += line.text.endsWith("*") ? "" : "*");
  const add = (all: Token[]) => {
    for (const token of all) {
      const { type, raw, text, tokens: inside } = token as Omit<Tokens.Text, "type"> & { type: string };
      if (type === "text" || type === "escape") {
        if (!inside) line.starts.push(line.text.length);
        if (inside) add(inside);
        else line.text += type === "text" ? decode(text) : text;
      } else if (inside) {
        const isMarked = type === "strong" || type === "em";
        if (isMarked) mark();
        add(inside);
        if (isMarked) mark();
      } else line.text += raw ?? text ?? "";
    }
  };
  add(tokens);
  line.text += "\n";
  return line;
}

/** A word, or a character between words. */
const TOKEN = /[\p{L}\p{N}]+|[^\p{L}\p{N}\s]/gu;
const IN_WORD = /[\p{L}\p{N}]/u;

/** Tells whether a name stands at a place of a text, and no word goes on before or after it. */
function isWhole(name: string, text: string, at: number): boolean {
  const continues = (place: number) => IN_WORD.test(text.charAt(place));
  return text.startsWith(name, at) && !continues(at - 1) && !continues(at + name.length);
}

/** Finds the names of entries in a text: whole words only, each once per block or row. */
class Names {
  #byText = new Map<string, Link[]>();
  /** The names by their first token, the longest first. */
  #byToken = new Map<string, string[]>();
  #seen = new Set<string>();
  #line: PlainLine = { text: "", starts: [] };

  constructor(links: Link[]) {
    for (const link of links) this.#byText.set(link.text, [...(this.#byText.get(link.text) ?? []), link]);
    for (const name of [...this.#byText.keys()].sort((a, b) => b.length - a.length)) {
      const [token] = name.match(TOKEN) ?? [];
      if (token) this.#byToken.set(token, [...(this.#byToken.get(token) ?? []), name]);
    }
  }

  /** Tells whether a text is nothing but a name. */
  has(text: string): boolean {
    return this.#byText.has(text);
  }

  begin(): void {
    this.#seen.clear();
  }

  /** Begins a line, whose pieces follow in their order. */
  beginLine(tokens: Token[]): void {
    if (this.#byToken.size > 0) this.#line = plainLine(tokens);
  }

  /** Finds names and dice in the next piece of the line. */
  in(text: string): Inline[] {
    const pieces: Inline[] = [];
    const start = this.#line.starts.shift() ?? 0;
    let from = 0;
    let next = 0;
    for (const { 0: token, index } of this.#byToken.size > 0 ? text.matchAll(TOKEN) : []) {
      const name = index < next ? undefined : this.#byToken.get(token)?.find((each) => isWhole(each, text, index));
      if (!name) continue;
      next = index + name.length;
      const link = this.#byText.get(name)?.find((each) => this.#isAt(each, start + index));
      if (!link || this.#seen.has(link.uri)) continue;
      this.#seen.add(link.uri);
      if (index > from) pieces.push(...withDice(text.slice(from, index)));
      pieces.push({ is: "entry", text: name, link });
      from = next;
    }
    if (from < text.length) pieces.push(...withDice(text.slice(from)));
    return pieces;
  }

  /** Tells whether a link's name means the entry at this place of the line. */
  #isAt({ text, before = "", after = "" }: Link, at: number): boolean {
    return at >= before.length && this.#line.text.startsWith(before + text + after, at - before.length);
  }
}

function line(tokens: Token[] | undefined, names: Names): Inline[] {
  names.beginLine(tokens ?? []);
  return inline(tokens, names, 0);
}

function inline(tokens: Token[] | undefined, names: Names, depth: number): Inline[] {
  if (depth > MAX_DEPTH) return [{ is: "text", text: (tokens ?? []).map((token) => token.raw).join("") }];
  return (tokens ?? []).flatMap((token): Inline[] => {
    const inside = () => inline((token as Tokens.Strong).tokens, names, depth + 1);
    switch (token.type) {
      case "strong":
      case "em":
      case "del":
        return [{ is: token.type, inside: inside() }];
      case "codespan":
        return [{ is: "code", text: (token as Tokens.Codespan).text }];
      case "br":
        return [{ is: "break" }];
      case "link":
        return link(token as Tokens.Link, inside());
      case "image":
        return [{ is: "text", text: (token as Tokens.Image).text }];
      case "text":
        if ((token as Tokens.Text).tokens) return inside();
        return names.in(decode((token as Tokens.Text).text));
      case "escape":
        return names.in((token as Tokens.Escape).text);
      default:
        return [{ is: "text", text: token.raw }];
    }
  });
}

/** Keeps links that the author marked as such and that use https. */
function link(token: Tokens.Link, inside: Inline[]): Inline[] {
  const isMarked = token.raw.startsWith("[");
  return isMarked && /^https:\/\//i.test(token.href) ? [{ is: "address", url: token.href, inside }] : inside;
}

function blocks(tokens: Token[], names: Names, depth: number): Block[] {
  return tokens.flatMap((token): Block[] => {
    names.begin();
    if (depth > MAX_DEPTH) return [{ is: "code", text: token.raw }];
    switch (token.type) {
      case "space":
      case "def":
        return [];
      case "heading": {
        const { depth: level, text, tokens: inside } = token as Tokens.Heading;
        // What follows describes the entry itself.
        return [{ is: "heading", level, inside: names.has(text) ? [{ is: "text", text }] : line(inside, names) }];
      }
      case "list": {
        const list = token as Tokens.List;
        return [
          {
            is: "list",
            ordered: list.ordered,
            start: list.start || 1,
            items: list.items.map((item) => blocks(item.tokens, names, depth + 1)),
          },
        ];
      }
      case "table": {
        const table = token as Tokens.Table;
        const row = (cells: Tokens.TableCell[]): Cell[] => {
          names.begin();
          return cells.map((cell) => ({ inside: line(cell.tokens, names), align: cell.align }));
        };
        const head = row(table.header);
        const rows = table.rows.map(row);
        headTable(head, rows);
        return [{ is: "table", head, rows }];
      }
      case "blockquote":
        return [{ is: "quote", inside: blocks((token as Tokens.Blockquote).tokens, names, depth + 1) }];
      case "hr":
        return [{ is: "rule" }];
      case "code":
        return [{ is: "code", text: (token as Tokens.Code).text }];
      case "paragraph":
      case "text":
        return [{ is: "paragraph", inside: line((token as Tokens.Paragraph).tokens ?? [token], names) }];
      default:
        return [{ is: "paragraph", inside: [{ is: "text", text: token.raw.trim() }] }];
    }
  });
}

/** The highest heading level in the text of an entry, below its name. */
const TOP_LEVEL = 3;

/** Renumbers the levels of headings so that they follow the entry's name without a gap. */
function setLevels(all: Block[], top: number): Block[] {
  const headings = all.filter((block) => block.is === "heading");
  const depths = [...new Set(headings.map((heading) => heading.level))].sort((a, b) => a - b);
  let before = top - 1;
  for (const heading of headings) {
    heading.level = before = Math.min(top + depths.indexOf(heading.level), before + 1, 6);
  }
  return all;
}

/** The maximum number of items of a list that stays in one column with its heading. */
const MAX_ITEMS_TOGETHER = 5;

/**
 * Groups headings with the block that they head: WebKit keeps them together in a column only if they are in
 * one element.
 */
export function together(blocks: Block[]): Block[][] {
  const groups: Block[][] = [];
  for (const block of blocks) {
    const group = groups.at(-1);
    const isLong = block.is === "list" && block.items.length > MAX_ITEMS_TOGETHER;
    if (group?.at(-1)?.is === "heading" && !isLong) group.push(block);
    else groups.push([block]);
  }
  return groups;
}

/**
 * Parses Markdown; the names in `links` become links to entries. A text that cannot be parsed is shown as it
 * is. The headings begin with the level `top`.
 */
export function readMarkdown(text: string, links: Link[], top = TOP_LEVEL): Block[] {
  try {
    return setLevels(blocks(new Lexer({ gfm: true }).lex(text), new Names(links), 0), top);
  } catch {
    return [{ is: "code", text }];
  }
}

/** Finds the names of entries and the dice in a plain line. */
export function readLine(text: string, links: Link[]): Inline[] {
  const names = new Names(links);
  names.beginLine([{ type: "text", raw: text, text }]);
  return names.in(text);
}
