/** How the table of documents is sorted and filtered. */
import type { Document } from "../host-types";
import { sourceName } from "../words";

export type Column = "name" | "source" | "license" | "publisher" | "entries" | "updated";

export interface Order {
  column: Column;
  descending: boolean;
}

const TOLD: Record<Column, (document: Document) => string | number> = {
  name: (document) => document.document_name,
  source: (document) => sourceName(document.source_api),
  license: (document) => licenceOf(document),
  publisher: (document) => document.publisher ?? "",
  entries: (document) => document.entity_count,
  updated: (document) => document.updated_at,
};

/** Numbers and dates are looked at from the top, names from the start of the alphabet. */
const LARGEST_FIRST: readonly Column[] = ["entries", "updated"];

/** The order after a click on a column's head: the other way round where it is sorted by that column already. */
export const nextOrder = (order: Order, column: Column): Order =>
  order.column === column
    ? { column, descending: !order.descending }
    : { column, descending: LARGEST_FIRST.includes(column) };

/** "OGL-1.0a"; beside "Your file", which stands for a book of the user's own, that its licence is not known. */
export const licenceOf = ({ license }: Document): string => license ?? "Licence unknown";

/** What is to be known of how complete and how new a document is; nothing when all is well. */
export function marks({ partial, import: imported }: Document): string[] {
  return [
    partial ? "Partly here" : "",
    imported && imported.rejected > 0 ? `${imported.rejected} rejected` : "",
    imported && imported.conflicts > 0 ? `${imported.conflicts} in conflict` : "",
  ].filter(Boolean);
}

const fold = (text: string): string => text.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");

/** Those in which each of the words occurs, in order. */
export function arrange(documents: Document[], words: string, { column, descending }: Order): Document[] {
  const wanted = fold(words).split(/\s+/).filter(Boolean);
  const matches = (document: Document) => {
    const told = fold(
      [
        document.document_name,
        document.document_key,
        document.publisher,
        licenceOf(document),
        sourceName(document.source_api),
      ].join(" "),
    );
    return wanted.every((word) => told.includes(word));
  };
  const compare = (a: Document, b: Document) => {
    const [x, y] = [TOLD[column](a), TOLD[column](b)];
    const by =
      typeof x === "number" && typeof y === "number"
        ? x - y
        : String(x).localeCompare(String(y), "en", { numeric: true });
    return by || a.document_name.localeCompare(b.document_name);
  };
  const sorted = documents.filter(matches).sort(compare);
  return descending ? sorted.reverse() : sorted;
}

/** `2014`, `2024` or `other`, from what the document says its game is. */
export function editionOf({ game_system, document_key }: Document): string {
  const told = `${game_system ?? ""} ${document_key}`;
  return ["2014", "2024"].find((edition) => told.includes(edition)) ?? "other";
}
