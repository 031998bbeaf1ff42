import type { ComparedEntry, Comparison, WholeEntry } from "../../src/host-types";

const compared = ({ entry, edition }: WholeEntry): ComparedEntry => ({
  name: entry.name,
  kind: entry.kind,
  document_key: entry.document_key,
  document_name: entry.document_name,
  edition,
  uri: entry.uri,
});

/** A comparison with each form of a sentence. */
export const compareEntries = (first: WholeEntry, second: WholeEntry): Comparison => ({
  first: compared(first),
  second: compared(second),
  fields: [
    { name: "casting time", values: ["action", "bonus action"] },
    { name: "material", values: ["a wick", ""] },
  ],
  sentences: [
    [{ same: "It smells of lamp oil." }],
    [{ same: "The light lasts" }, { first: "one hour." }, { second: "eight hours." }],
    [{ first: "It cannot be put out." }],
    [{ second: "Water puts it out." }],
  ],
  same_sentences: 1,
});
