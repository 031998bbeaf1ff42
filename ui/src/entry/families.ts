import { type Entry, FAMILY, type Families, type WholeEntry } from "../host-types";

/** An entry with the fields of one family of kinds. */
export interface Whole<F extends keyof Families> extends Omit<WholeEntry, "entry"> {
  entry: Entry<Families[F]>;
}

/** Tells whether an entry's kind belongs to a family. */
export const isOf = <F extends keyof Families>(whole: WholeEntry | Whole<F>, family: F): whole is Whole<F> =>
  FAMILY[whole.entry.kind] === family;
