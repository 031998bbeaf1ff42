import type { BookOutcome, BookReport, ImportReport, Report } from "../../src/host-types";

const became = (what: BookOutcome, stored: number): Omit<BookReport, "name" | "document_key"> => ({
  what,
  kinds: {},
  stored,
  added: stored,
  changed: 0,
  unchanged: 0,
  removed: 0,
});

/** The report of an import with problems. */
export const importReport = (file: string): ImportReport => ({
  file: file.split("/").at(-1) ?? file,
  path: file,
  imported_at: "2026-05-20T20:31:00Z",
  damaged: true,
  repeated: 0,
  kinds: { spell: 36, feat: 4 },
  seconds: 0.4,
  read: 42,
  stored: 40,
  added: 31,
  changed: 6,
  unchanged: 3,
  removed: 1,
  books: [
    {
      name: "The Orchard at the End of the Long Road and Other Places Where Travellers Are Seldom Seen Again",
      document_key: "the-orchard-at-the-end-of-the-long-road",
      ...became("updated", 36),
    },
    { name: "House Rules", document_key: "house-rules", ...became("new", 4) },
    { name: "Loose Leaves", ...became("empty", 0) },
  ],
  repairs: [
    { line: 118, what: "a value was missing before `}`; `nil` was put in" },
    { line: 2304, what: "the file ends within a map; 3 brackets were closed" },
  ],
  notes: [
    {
      content_type: "feats",
      book: "House Rules",
      key: "steady-hands",
      line: 77,
      reason: "`:path-prereqs` is not understood; the feat is kept without it",
    },
  ],
  rejected: [
    {
      content_type: "monsters",
      book: "The Orchard at the End of the Long Road",
      key: "plum-golem",
      line: 904,
      reason: "it has no name",
    },
    {
      content_type: "spells",
      book: "Loose Leaves",
      key: "untitled-1",
      line: 1210,
      reason: '`:level` is "ninth-ish", which is not a number from 0 to 9',
    },
  ],
  conflicts: [
    {
      book: "House Rules",
      kind: "feat",
      slug: "steady-hands",
      name: "Steady hands",
      what: "the file holds several under `steady-hands`; this one stands beside it as `steady-hands-2`",
    },
  ],
  messages: ["One entry that was in the file before is gone from the library."],
});

/** The report of a sync with problems. */
export const syncReport = (): Report => ({
  read: 612,
  stored: 611,
  added: 580,
  changed: 20,
  unchanged: 11,
  removed: 0,
  documents: ["bgw", "tkr"],
  sources: {},
  kinds: { creature: 400, spell: 211 },
  seconds: 12.5,
  rejected: [{ source: "/v2/creatures/", key: "bgw_cloud-heron", reason: "its challenge rating is -1" }],
  left_out: [{ document: "srd-2014", kind: "magic-item", name: "Plum Sword" }],
});
