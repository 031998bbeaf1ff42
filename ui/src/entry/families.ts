import { type Entry, FAMILY, type Families, type WholeEntry } from "../host-types";

/** An entry whose fields are those of one family of kinds. */
export interface Whole<F extends keyof Families> extends Omit<WholeEntry, "entry"> {
  entry: Entry<Families[F]>;
}

/** Whether an entry is of a kind that belongs to the family. */
export const isOf = <F extends keyof Families>(whole: WholeEntry | Whole<F>, family: F): whole is Whole<F> =>
  FAMILY[whole.entry.kind] === family;
