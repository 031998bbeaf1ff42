/** What a card shows of an answer. */
import type { Answer, Encounters, Shown } from "./answer";

export interface Page {
  title?: string;
  /** The entries that are shown whole; two stand side by side. */
  wholes: Shown[];
  /** The entries that are shown as a row each. */
  rows: Shown[];
  /** Encounters in place of entries. */
  encounters?: Encounters;
  /** Markdown in place of entries. */
  text?: string;
  /** A sentence from the library. */
  message: string | null;
}

/** Tells whether two entries are the same in different documents. */
const areTwins = (one: Shown, other: Shown): boolean =>
  one.entry.document_key !== other.entry.document_key &&
  (one.twins.some(({ uri }) => uri === other.entry.uri) ||
    (one.entry.kind === other.entry.kind && one.entry.name.toLowerCase() === other.entry.name.toLowerCase()));

/** "Also Bloodfuel Dagger, Bloodfuel Mace", the variants for which an entry stands. */
export const variantsText = ({ variants, entry }: Shown): string =>
  variants.length > 0 ? `Also ${variants.join(", ")}${entry.more_versions ? " and more" : ""}` : "";

/** A page with a title and a sentence. */
export const sentence = (title: string, message: string | null): Page => ({ title, wholes: [], rows: [], message });

/**
 * Returns the page of an answer: the entry that was looked up with its twin of the other edition, and rows of
 * the others.
 */
export function pageOf({ entries, encounters, isNamed, isError, message, text }: Answer): Page {
  if (isError) return sentence("The lookup failed", message ?? (text || "LoreKeeper gives no reason."));
  if (encounters) return { encounters, wholes: [], rows: [], message };
  if (entries === null) {
    if (text) return { wholes: [], rows: [], text, message: null };
    return sentence("This answer cannot be shown", message ?? "It has nothing that this card can show.");
  }
  const [first] = entries;
  if (!first) return sentence("Nothing found", message);
  if (!first.isComplete || !(isNamed || entries.length === 1)) return { wholes: [], rows: entries, message };
  const twin = entries.find((each) => each.isComplete && each.edition !== first.edition && areTwins(first, each));
  const wholes = twin ? [first, twin] : [first];
  return { wholes, rows: entries.filter((each) => !wholes.includes(each)), message };
}
