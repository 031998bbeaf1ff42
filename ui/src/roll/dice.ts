/** Dice in texts, and the tables that are rolled on. */
import type { Rolled } from "../host-types";
import type { Cell, DicePiece, Inline } from "../entry/markdown";

const DIE = String.raw`\d{0,3}d(?:%|[1-9]\d{1,2}|[2-9])(?![\p{L}\p{N}])`;
const FACTOR = String.raw`\s?[×x]\s?\d{1,3}(?:,\d{3})*(?![\p{L}\p{N}])`;
/** `2d6 + 3`, `d20`, `1d8 − 1`, `5d4 × 10`; not the dice in a word. */
const DICE = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${DIE}(?:${FACTOR})?(?:\s?[+−–-]\s?(?:${DIE}|\d{1,3}(?![\p{L}\p{N}])))*`,
  "giu",
);

/** Finds the dice in a text. */
export function withDice(text: string): Inline[] {
  const pieces: Inline[] = [];
  let from = 0;
  for (const found of text.matchAll(DICE)) {
    if (found.index > from) pieces.push({ is: "text", text: text.slice(from, found.index) });
    pieces.push({ is: "dice", text: found[0] });
    from = found.index + found[0].length;
  }
  if (from < text.length) pieces.push({ is: "text", text: text.slice(from) });
  return pieces;
}

/** A table with the column of its dice. */
export interface DiceTable {
  head: Cell[];
  rows: Cell[][];
  column: number;
}

const plain = (pieces: Inline[]): string =>
  pieces.map((piece) => ("inside" in piece ? plain(piece.inside) : "text" in piece ? piece.text : " ")).join("");

/** Zeros alone are the highest number of so many dice of ten sides. */
const number = (digits: string): number => Number(digits) || 10 ** digits.length;

/** Reads a cell such as `01–10`, `1-2`, `7` or `00`. */
function range(cell: Cell | undefined): [first: number, last: number] | null {
  const [, first, last = first] = /^\s*(\d{1,7})(?:\s*[-−–—]\s*(\d{1,7}))?\s*$/.exec(plain(cell?.inside ?? [])) ?? [];
  return first !== undefined && last !== undefined ? [number(first), number(last)] : null;
}

/** Returns the dice with which the heading of a column begins. */
function diceOf({ inside: [piece] }: Cell): DicePiece | null {
  if (piece?.is === "dice") return piece;
  return piece && "inside" in piece ? diceOf({ inside: piece.inside, align: null }) : null;
}

/** Lets the dice in the head of a table roll on it, if their column numbers the rows. */
export function headTable(head: Cell[], rows: Cell[][]): void {
  head.forEach((cell, column) => {
    const dice = diceOf(cell);
    if (dice && rows.filter((row) => range(row[column])).length > 1) dice.table = { head, rows, column };
  });
}

/** Returns the row of a result. */
export const rowOf = ({ rows, column }: DiceTable, result: number): Cell[] | undefined =>
  rows.find((row) => {
    const [first = 1, last = 0] = range(row[column]) ?? [];
    return first <= result && result <= last;
  });

/** "4d6kh3 (4, 1, 1, 4; 4, 4, 1 count) + 2" */
export const sumText = ({ terms }: Rolled): string =>
  terms
    .map(({ term, faces, kept }, place) => {
      const sign = term.startsWith("-") ? "− " : place > 0 ? "+ " : "";
      const shown = kept ? `${faces?.join(", ")}; ${kept.join(", ")} count` : faces?.join(", ");
      return sign + term.replace("-", "") + (shown ? ` (${shown})` : "");
    })
    .join(" ");
