/** What the card in the assistant does itself, compared with what the server, Svelte and `marked` do. */
import { isDeepStrictEqual as same } from "node:util";
import { Lexer as MarkedLexer, type Token, type Tokens } from "marked";
import { render } from "svelte/server";
import EntryCard from "../../src/entry/EntryCard.svelte";
import { readAnswer } from "../../src/card/answer";
import { htmlOf } from "../../src/card/html";
import { Lexer } from "../../src/card/markdown-lexer";
import type { WholeEntry } from "../../src/host-types";

const kept = (text: string): string => text.replaceAll(/\s+/g, " ");

/** Returns inline tokens in a form in which two readers can be compared: pieces of plain text are joined. */
function inlines(tokens: Token[] | undefined): unknown[] {
  const pieces: unknown[] = [];
  const add = (piece: unknown) => {
    const last = pieces.at(-1);
    if (typeof piece === "string" && typeof last === "string") pieces[pieces.length - 1] = kept(last + piece);
    else if (piece !== "") pieces.push(typeof piece === "string" ? kept(piece) : piece);
  };
  for (const token of tokens ?? []) {
    const { type, raw, text, href, tokens: inside } = token as Omit<Tokens.Link, "type"> & { type: string };
    if (["strong", "em", "del"].includes(type)) add([type, inlines(inside)]);
    else if (type === "link" && raw.startsWith("[") && /^https:/i.test(href)) add([href, inlines(inside)]);
    else if (type === "codespan" || type === "br") add([type, text]);
    else if ((type === "link" || type === "text") && inside) inlines(inside).forEach(add);
    else add(type === "html" ? raw : text);
  }
  const trimmed = pieces.map((piece, at) => {
    if (typeof piece !== "string") return piece;
    const start = at === 0 ? piece.trimStart() : piece;
    return at === pieces.length - 1 ? start.trimEnd() : start;
  });
  return trimmed.filter((piece) => piece !== "");
}

/** Returns blocks in a form in which two readers can be compared. */
export function blocks(tokens: Token[]): unknown[] {
  return tokens.flatMap((token): unknown[] => {
    if (token.type === "space" || token.type === "def") return [];
    if (token.type === "hr") return ["hr"];
    if (token.type === "code") return [["code", (token as Tokens.Code).text.trim()]];
    if (token.type === "heading") return [[(token as Tokens.Heading).depth, inlines((token as Tokens.Heading).tokens)]];
    if (token.type === "blockquote") return [["quote", blocks((token as Tokens.Blockquote).tokens)]];
    if (token.type === "list") {
      const { ordered, start, items } = token as Tokens.List;
      return [["list", ordered, start || 1, items.map((item) => blocks(item.tokens))]];
    }
    if (token.type === "table") {
      const { header, rows } = token as Tokens.Table;
      const row = (cells: Tokens.TableCell[]) => cells.map(({ align, tokens }) => [align, inlines(tokens)]);
      return [["table", row(header), rows.map(row)]];
    }
    const { tokens: inside } = token as Tokens.Paragraph;
    return [["paragraph", inside ? inlines(inside) : [kept(token.raw).trim()]]];
  });
}

/** Tells whether the card reads a text as `marked` does. */
export const isReadAlike = (text: string): boolean =>
  same(blocks(new MarkedLexer({ gfm: true }).lex(text)), blocks(new Lexer().lex(text)));

/** Returns what the card makes otherwise of an entry than the window. */
export function differences(whole: WholeEntry): string[] {
  const { text } = whole;
  // Assistants get descriptions without the facts of the fields.
  const entry = { ...whole.entry, description: text };
  const html = render(EntryCard, { props: { whole } }).body.replaceAll(/<!--[^>]*-->/g, "");
  const [shown] = readAnswer({ structuredContent: { success: true, value: [entry] } }).entries ?? [];
  return [
    ...(isReadAlike(text) ? [] : ["its Markdown is read otherwise"]),
    ...(shown?.text === text ? [] : ["its text differs"]),
    ...(same(shown?.entry, entry) ? [] : ["its fields are read otherwise"]),
    ...(htmlOf(EntryCard, { whole }) === html ? [] : ["its HTML differs"]),
  ];
}
