import { browse } from "../host";
import type { NameOption } from "../parts/name-option";
import { editionName, shortName } from "../parts/source";

const MAX_NAMES = 8;

/** Finds creatures by their names or words. */
export async function findCreatures(typed: string): Promise<NameOption[]> {
  const { value } = await browse({ query: typed, kinds: ["creature"], limit: MAX_NAMES });
  return value.entries.map(({ name, uri, summary, document_key, document_name, edition }) => {
    const book = shortName(document_key, document_name);
    return { name, uri, note: `${summary} · ${book.includes(edition) ? book : `${book}, ${editionName(edition)}`}` };
  });
}
