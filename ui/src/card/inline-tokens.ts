/** Reads the inline Markdown of a card, into tokens of the form that `marked` has. */
import type { Token } from "marked";

/** A run of `*`, `_` or `~` that may open or close an emphasis. */
interface Run {
  char: string;
  left: number;
  opens: boolean;
  closes: boolean;
}
type Node = { token: Token } | { run: Run };

const token = (type: string, more: object): Token => ({ type, ...more }) as Token;
const text = (raw: string): Token => token("text", { raw, text: raw });

const ESCAPE = /\\([!-/:-@[-`{-~])/y;
const BREAK = /(?: {2,}|\\)\n/y;
const CODE = /(`+)(?!`)([\s\S]*?[^`])\1(?!`)/y;
const TAG = /<(?:\/?[a-z][^<>]*|!--[\s\S]*?--)>/iy;
const ADDRESS = /<(https?:[^\s<>]*)>/iy;
/** `[words](address "title")`; the words may have brackets in pairs. */
const LINK =
  /!?\[((?:\\.|\[[^[\]]*\]|[^[\]\\])*)\]\(\s*(?:<([^<>\n]*)>|((?:\\.|\([^()\s]*\)|[^()\s\\])*))(?:\s+["'(][^"')]*["')])?\s*\)/y;
const RUN = /\*+|_+|~{1,2}(?!~)/y;
const PLAIN = /[^\\\n `<![*_~]+|[\s\S]/y;

const isSpace = (char: string | undefined): boolean => char === undefined || /\s/.test(char);
const isMark = (char: string | undefined): boolean => char !== undefined && /[\p{P}\p{S}]/u.test(char);

/** Reads a run by the flanking rules of CommonMark. */
function runAt(source: string, at: number, raw: string): Run {
  const before = source[at - 1];
  const after = source[at + raw.length];
  const isLeft = !isSpace(after) && (!isMark(after) || isSpace(before) || isMark(before));
  const isRight = !isSpace(before) && (!isMark(before) || isSpace(after) || isMark(after));
  const inWords = raw[0] !== "_";
  return {
    char: raw[0] ?? "",
    left: raw.length,
    opens: isLeft && (inWords || !isRight || isMark(before)),
    closes: isRight && (inWords || !isLeft || isMark(after)),
  };
}

/** Returns the nodes of a text, with its runs not yet paired. */
function scan(source: string): Node[] {
  const nodes: Node[] = [];
  let at = 0;
  let found: RegExpExecArray | null = null;
  const meets = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    found = pattern.exec(source);
    return found !== null;
  };
  const nodeAt = (): Node => {
    if (meets(ESCAPE)) return { token: token("escape", { text: found?.[1] }) };
    if (meets(BREAK)) return { token: token("br", {}) };
    if (meets(CODE)) {
      const code = (found?.[2] ?? "").replaceAll("\n", " ");
      return { token: token("codespan", { text: /^ .*[^ ].* $|^ [^ ] $/.test(code) ? code.slice(1, -1) : code }) };
    }
    if (meets(ADDRESS)) return { token: text(found?.[1] ?? "") };
    if (meets(TAG)) return { token: token("html", { raw: found?.[0] }) };
    if (meets(LINK)) {
      const [raw, words = "", quoted, plain] = found as unknown as string[];
      if (raw?.startsWith("!")) return { token: token("image", { text: words }) };
      return { token: token("link", { raw, href: quoted ?? plain ?? "", tokens: inlineTokens(words) }) };
    }
    if (meets(RUN)) return { run: runAt(source, at, found?.[0] ?? "") };
    meets(PLAIN);
    return { token: text(found?.[0] ?? "") };
  };
  while (at < source.length) {
    nodes.push(nodeAt());
    at += (found as RegExpExecArray | null)?.[0].length ?? 1;
  }
  return nodes;
}

const isPair = (opener: Run, closer: Run): boolean => {
  if (opener.char !== closer.char || !opener.opens || opener.left === 0) return false;
  if (closer.char === "~") return opener.left === closer.left;
  const isEitherBoth = opener.closes || closer.opens;
  return !isEitherBoth || (opener.left + closer.left) % 3 !== 0 || (opener.left % 3 === 0 && closer.left % 3 === 0);
};

/** Turns nodes into tokens; runs without a counterpart become text. */
const flat = (nodes: Node[]): Token[] =>
  nodes.map((node) => ("token" in node ? node.token : text(node.run.char.repeat(node.run.left))));

/** Reads the inline Markdown of a line or a paragraph. */
export function inlineTokens(source: string): Token[] {
  const nodes = scan(source);
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at];
    if (!node || !("run" in node)) continue;
    const closer = node.run;
    while (closer.closes && closer.left > 0) {
      const from = nodes.findLastIndex((each, place) => place < at && "run" in each && isPair(each.run, closer));
      const first = nodes[from];
      if (!first || !("run" in first)) break;
      const width = closer.char === "~" ? closer.left : Math.min(2, closer.left, first.run.left);
      const type = closer.char === "~" ? "del" : width === 2 ? "strong" : "em";
      const inside = flat(nodes.splice(from + 1, at - from - 1));
      nodes.splice(from + 1, 0, { token: token(type, { tokens: inside }) });
      first.run.left -= width;
      closer.left -= width;
      at = from + 2;
    }
  }
  return flat(nodes);
}
