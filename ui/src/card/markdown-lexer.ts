/** Reads the Markdown of a card, in place of `marked`, which alone is nearly as large as a card may be. */
import type { Token } from "marked";
import { inlineTokens } from "./inline-tokens";

const token = (type: string, more: object): Token => ({ type, ...more }) as Token;

const BLANK = /^\s*$/;
const HEADING = /^ {0,3}(#{1,6})(?=[ \t]|$)(.*)/;
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const QUOTE = /^ {0,3}> ?/;
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])( {1,4}(?! )| |$)/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;
const INDENTED = /^(?: {4}|\t)/;
const TABLE_RULE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** Returns the cells of a row of a table. */
const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));

const alignOf = (rule: string): string | null =>
  rule.endsWith(":") ? (rule.startsWith(":") ? "center" : "right") : rule.startsWith(":") ? "left" : null;

const isTable = (lines: string[], at: number): boolean => {
  const [head = "", rule = ""] = lines.slice(at, at + 2);
  return head.includes("|") && TABLE_RULE.test(rule) && cellsOf(head).length === cellsOf(rule).length;
};

/** Tells whether a line ends the paragraph before it. */
const interrupts = (lines: string[], at: number): boolean => {
  const line = lines[at] ?? "";
  const item = ITEM.exec(line);
  const isList = item !== null && item[0].length < line.length && /^(?:[-*+]|1[.)])$/.test(item[2] ?? "");
  return [BLANK, HEADING, RULE, QUOTE, FENCE].some((start) => start.test(line)) || isList || isTable(lines, at);
};

/** Reads the blocks of a text. */
class Reader {
  #at = 0;
  readonly #lines: string[];

  constructor(lines: string[]) {
    this.#lines = lines;
  }

  read(): Token[] {
    const tokens: Token[] = [];
    while (this.#at < this.#lines.length) {
      if (BLANK.test(this.#line)) this.#at++;
      else tokens.push(this.#block());
    }
    return tokens;
  }

  get #line(): string {
    return this.#lines[this.#at] ?? "";
  }

  /** Takes lines while a test holds. */
  #while(holds: (line: string) => boolean): string[] {
    const from = this.#at;
    while (this.#at < this.#lines.length && holds(this.#line)) this.#at++;
    return this.#lines.slice(from, this.#at);
  }

  #block(): Token {
    const line = this.#line;
    const heading = HEADING.exec(line);
    if (INDENTED.test(line)) return this.#indentedCode();
    if (FENCE.test(line)) return this.#fencedCode();
    if (heading) {
      this.#at++;
      const words = (heading[2] ?? "").trim().replace(/(?:^|[ \t]+)#+$/, "");
      return token("heading", { depth: heading[1]?.length, tokens: inlineTokens(words) });
    }
    if (RULE.test(line)) {
      this.#at++;
      return token("hr", {});
    }
    if (QUOTE.test(line)) return this.#quote();
    if (ITEM.test(line)) return this.#list();
    if (isTable(this.#lines, this.#at)) return this.#table();
    return this.#paragraph();
  }

  #indentedCode(): Token {
    const lines = this.#while((line) => INDENTED.test(line) || BLANK.test(line));
    return token("code", {
      text: lines
        .map((line) => line.replace(INDENTED, ""))
        .join("\n")
        .trimEnd(),
    });
  }

  #fencedCode(): Token {
    const fence = FENCE.exec(this.#line)?.[1] ?? "";
    this.#at++;
    const isEnd = (line: string) =>
      line.trim().startsWith(fence) && BLANK.test(line.trim().replaceAll(fence.charAt(0), ""));
    const lines = this.#while((line) => !isEnd(line));
    this.#at++;
    return token("code", { text: lines.join("\n") });
  }

  #quote(): Token {
    const isInside = (line: string) => QUOTE.test(line) || !interrupts(this.#lines, this.#at);
    const lines = this.#while(isInside).map((line) => line.replace(QUOTE, ""));
    return token("blockquote", { tokens: new Reader(lines).read() });
  }

  #list(): Token {
    const marker = ITEM.exec(this.#line)?.[2] ?? "";
    const kind = marker.slice(-1);
    const items: { tokens: Token[] }[] = [];
    while (ITEM.exec(this.#line)?.[2]?.slice(-1) === kind && !RULE.test(this.#line)) items.push(this.#item());
    const ordered = marker.length > 1;
    return token("list", { ordered, start: ordered ? parseInt(marker) : "", items });
  }

  #item(): { tokens: Token[] } {
    const [start = "", indent = "", marker = ""] = ITEM.exec(this.#line) ?? [];
    const first = this.#line.slice(start.length);
    const width = BLANK.test(first) ? indent.length + marker.length + 1 : start.length;
    const isIndented = (line: string) => line.length - line.trimStart().length >= width;
    this.#at++;
    const rest = this.#while((line) => {
      if (BLANK.test(line)) return isIndented(this.#lines.find((next, at) => at > this.#at && !BLANK.test(next)) ?? "");
      if (isIndented(line)) return true;
      const isAfterBlank = BLANK.test(this.#lines[this.#at - 1] ?? "");
      return !isAfterBlank && !ITEM.test(line) && !interrupts(this.#lines, this.#at);
    });
    this.#while((line) => BLANK.test(line));
    const lines = [first, ...rest.map((line) => line.slice(Math.min(width, line.length - line.trimStart().length)))];
    return { tokens: new Reader(lines).read() };
  }

  #table(): Token {
    const [head = "", rule = ""] = this.#lines.slice(this.#at, this.#at + 2);
    const aligns = cellsOf(rule).map(alignOf);
    const row = (line: string) => {
      const cells = cellsOf(line);
      return aligns.map((align, at) => ({ align, tokens: inlineTokens(cells[at] ?? "") }));
    };
    this.#at += 2;
    const rows = this.#while((line) => line.includes("|") || !interrupts(this.#lines, this.#at));
    return token("table", { header: row(head), rows: rows.map(row) });
  }

  #paragraph(): Token {
    const from = this.#at;
    this.#at++;
    this.#while((line) => !UNDERLINE.test(line) && !interrupts(this.#lines, this.#at));
    const lines = this.#lines.slice(from, this.#at).map((line) => line.trimStart());
    const tokens = inlineTokens(lines.join("\n").trimEnd());
    const underline = UNDERLINE.exec(this.#line)?.[1];
    if (underline === undefined) return token("paragraph", { tokens });
    this.#at++;
    return token("heading", { depth: underline.startsWith("=") ? 1 : 2, tokens });
  }
}

/** Reads Markdown into the tokens of blocks, as the lexer of `marked` does. */
export class Lexer {
  lex(source: string): Token[] {
    return new Reader(source.replaceAll(/\r\n?/g, "\n").split("\n")).read();
  }
}
