import { render } from "svelte/server";
import { expect, test, vi } from "vitest";
import EntryCard from "../../src/entry/EntryCard.svelte";
import type { WholeEntry } from "../../src/host-types";
import { differences } from "./card";
import { missing, wordsOf } from "./missing";
import { LibraryServer } from "./server";

// Drawing a card asks nothing of the app.
vi.mock("../../src/shell/app.svelte", () => ({ useApp: () => null }));

/** Texts of missing or malformed values, which no card may show unless its entry has them. */
const NONSENSE = ["undefined", "NaN", "[object", "null"];

/** Returns the errors of an entry's card. */
function faults(whole: WholeEntry): string[] {
  try {
    const { body } = render(EntryCard, { props: { whole } });
    const [said, given] = [wordsOf(body), JSON.stringify(whole)];
    const nonsense = NONSENSE.filter((word) => said.includes(word) && !given.includes(word));
    const unlinked = whole.links.filter(({ uri }) => !body.includes(`data-uri="${uri}"`));
    const lost = unlinked.map(({ before = "", text, after = "" }) => `no link at “${before}[${text}]${after}”`);
    return [...missing(whole, body), ...nonsense, ...lost, ...differences(whole)];
  } catch (error) {
    return [String(error)];
  }
}

test("every entry is drawn with all of its facts, and alike in a card", async () => {
  // With Open5e and homebrew, beside the starter content.
  const server = await LibraryServer.start("full");
  const found = new Map<string, string[]>();
  try {
    const uris = await server.uris();
    expect(uris.length).toBeGreaterThan(process.env.LOREKEEPER_OPEN5E_SNAPSHOT ? 11_000 : 4_500);
    await server.readAll(uris, (whole) => {
      const wrong = faults(whole);
      if (wrong.length > 0) found.set(whole.entry.uri, wrong);
    });
  } finally {
    server.close();
  }
  expect(Object.fromEntries([...found].slice(0, 20)), `${found.size} entries are not drawn whole`).toEqual({});
});
