/** The addresses of the Browse view that show what a document or a kind holds. */
import { NOTHING_ASKED, writeAddress } from "../browse/address";

export const entriesOfDocument = (key: string): string =>
  writeAddress({ ...NOTHING_ASKED, filters: [{ field: "document", include: [key], exclude: [], every: false }] }, null);

export const entriesOfKind = (kind: string): string => writeAddress({ ...NOTHING_ASKED, kinds: [kind] }, null);
