import { render } from "svelte/server";
import { describe, expect, test } from "vitest";
import type { WholeEntry } from "../../src/host-types";
import Card from "./Card.svelte";
import { missing, wordsOf } from "./missing";
import { LibraryServer } from "./server";

/** Texts of missing or malformed values, which no card may show unless its entry has them. */
const NONSENSE = ["undefined", "NaN", "[object", "null"];

/** Returns the errors of an entry's card. */
function faults(whole: WholeEntry): string[] {
  try {
    const { body } = render(Card, { props: { whole } });
    const [said, given] = [wordsOf(body), JSON.stringify(whole)];
    return [...missing(whole, body), ...NONSENSE.filter((word) => said.includes(word) && !given.includes(word))];
  } catch (error) {
    return [String(error)];
  }
}

async function drawEveryEntry(content: "starter" | "full", atLeast: number): Promise<void> {
  const server = await LibraryServer.start(content);
  const found = new Map<string, string[]>();
  try {
    const uris = await server.uris();
    expect(uris.length).toBeGreaterThan(atLeast);
    await server.readAll(uris, (whole) => {
      const wrong = faults(whole);
      if (wrong.length > 0) found.set(whole.entry.uri, wrong);
    });
  } finally {
    server.close();
  }
  expect(Object.fromEntries([...found].slice(0, 20)), `${found.size} entries are not drawn whole`).toEqual({});
}

describe("every entry is drawn with all of its facts", () => {
  test("of the starter", () => drawEveryEntry("starter", 1_800));
  test("of a library with Open5e and homebrew", () =>
    drawEveryEntry("full", process.env.LOREKEEPER_OPEN5E_SNAPSHOT ? 11_000 : 2_500));
});
