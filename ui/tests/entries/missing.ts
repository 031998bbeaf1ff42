/** The fields of an entry that its card does not show. */
import { type Entry, FAMILY, type WholeEntry } from "../../src/host-types";

/** Fields that no card shows: addresses, times, and fields that repeat others. */
const HIDDEN = new Set([
  "slug",
  "kind",
  "document",
  "document_key",
  "document_source",
  "cached_at",
  "cache_status",
  "uri",
  "description",
  "challenge_rating_decimal",
  "is_magic",
  "is_simple",
  "is_finesse",
  "is_light",
  "option_pack",
  "features",
  "facts",
]);

const letters = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** Returns the text of a page without its markup. */
export const wordsOf = (html: string): string =>
  html.replaceAll(/<[^>]*>/g, " ").replaceAll(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name] ?? "");

/** Splits a field's value into parts that the card must show. */
function parts(field: string, value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (field === "level" && value === 0) return ["cantrip"];
  if (typeof value === "number") return field === "cost_gp" ? [] : [String(Math.abs(value))];
  if (Array.isArray(value))
    return value.flatMap((each) =>
      typeof each === "object" ? Object.values(each as object).map(String) : String(each),
    );
  if (field === "skills") return Object.keys(value as object);
  return typeof value === "object" && value !== null
    ? Object.values(value).map((number) => String(Math.abs(number as number)))
    : [];
}

/** Returns the fields of an entry that its card does not show, as `field: value`. */
export function missing({ entry, text }: WholeEntry, html: string): string[] {
  const shown = letters(wordsOf(html));
  const fields = Object.entries(entry as Entry & Record<string, unknown>).filter(([field]) => !HIDDEN.has(field));
  if (FAMILY[entry.kind] === undefined) return [`no family has the kind ${entry.kind}`];
  const lost = fields.flatMap(([field, value]) =>
    parts(field, value)
      .filter((part) => !shown.includes(letters(part)))
      .map((part) => `${field}: ${part}`),
  );
  // The browser draws the numbers of a list.
  const start = text.replaceAll(/^\d+\. /gm, "").slice(0, 40);
  return start.trim() && !shown.includes(letters(start)) ? [...lost, `text: ${start}`] : lost;
}
