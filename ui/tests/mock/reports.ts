import type { ImportReport, SyncReport } from "../../src/host-types";

/** What an import that met trouble tells. */
export const importReport = (file: string): ImportReport => ({
  file,
  read: 42,
  stored: 40,
  added: 31,
  changed: 6,
  unchanged: 3,
  removed: 1,
  books: [
    { name: "The Orchard at the End of the Long Road and Other Places Where Travellers Are Seldom Seen Again", documentKey: "the-orchard-at-the-end-of-the-long-road", stored: 36 },
    { name: "House Rules", documentKey: "house-rules", stored: 4 },
    { name: "Loose Leaves", documentKey: null, stored: 0 },
  ],
  repairs: [
    { line: 118, what: "a value was missing before `}`; `nil` was put in" },
    { line: 2304, what: "the file ends within a map; 3 brackets were closed" },
  ],
  notes: [{ place: "House Rules", key: "steady-hands", line: 77, reason: "`:path-prereqs` is not understood; the feat is kept without it" }],
  rejected: [
    { place: "The Orchard at the End of the Long Road", key: "plum-golem", line: 904, reason: "it has no name" },
    { place: "Loose Leaves", key: "untitled-1", line: 1210, reason: "`:level` is \"ninth-ish\", which is no number from 0 to 9" },
  ],
  conflicts: [{ book: "House Rules", name: "Steady hands" }],
  messages: ["One entry that was in the file before is gone from the library."],
});

/** What a sync that met trouble tells. */
export const syncReport = (): SyncReport => ({
  read: 612,
  stored: 611,
  added: 580,
  changed: 20,
  unchanged: 11,
  removed: 0,
  rejected: [{ place: "v2/creatures", key: "bgw_cloud-heron", line: null, reason: "its challenge rating is -1" }],
});
