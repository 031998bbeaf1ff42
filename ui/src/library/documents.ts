/** The sorting and filtering of the table of documents. */
import type { Document } from "../host-types";
import { sourceName } from "../words";

export type Column = "name" | "source" | "license" | "publisher" | "entries" | "updated";

export interface Order {
  column: Column;
  descending: boolean;
}

const SORT_KEYS: Record<Column, (document: Document) => string | number> = {
  name: (document) => document.document_name,
  source: (document) => sourceName(document.source_api),
  license: (document) => licenceOf(document),
  publisher: (document) => document.publisher ?? "",
  entries: (document) => document.entity_count,
  updated: (document) => document.updated_at,
};

/** Columns that are first sorted from the largest value. */
const LARGEST_FIRST: readonly Column[] = ["entries", "updated"];

/** The order after a click on a column's header: reversed if it is sorted by that column already. */
export const nextOrder = (order: Order, column: Column): Order =>
  order.column === column
    ? { column, descending: !order.descending }
    : { column, descending: LARGEST_FIRST.includes(column) };

/** "OGL-1.0a" */
export const licenceOf = ({ license }: Document): string => license ?? "Licence unknown";

/** Remarks about an incomplete document. */
export function marks({ import: imported }: Document): string[] {
  return [
    imported && imported.rejected > 0 ? `${imported.rejected} rejected` : "",
    imported && imported.conflicts > 0 ? `${imported.conflicts} in conflict` : "",
  ].filter(Boolean);
}

const fold = (text: string): string => text.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");

/** Sorts the documents in which every word of the text occurs. */
export function arrange(documents: Document[], words: string, { column, descending }: Order): Document[] {
  const terms = fold(words).split(/\s+/).filter(Boolean);
  const matches = (document: Document) => {
    const text = fold(
      [
        document.document_name,
        document.document_key,
        document.publisher,
        licenceOf(document),
        sourceName(document.source_api),
      ].join(" "),
    );
    return terms.every((word) => text.includes(word));
  };
  const compare = (a: Document, b: Document) => {
    const [x, y] = [SORT_KEYS[column](a), SORT_KEYS[column](b)];
    const by =
      typeof x === "number" && typeof y === "number"
        ? x - y
        : String(x).localeCompare(String(y), "en", { numeric: true });
    return by || a.document_name.localeCompare(b.document_name);
  };
  const sorted = documents.filter(matches).sort(compare);
  return descending ? sorted.reverse() : sorted;
}

/** `2014`, `2024` or `other`, from the document's game system. */
export function editionOf({ game_system, document_key }: Document): string {
  const text = `${game_system ?? ""} ${document_key}`;
  return ["2014", "2024"].find((edition) => text.includes(edition)) ?? "other";
}
