import { shell } from "./window";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Answer, BrowseArguments, Browsed, WholeEntry } from "../../src/host-types";
import { EMPTY_REQUEST } from "../../src/browse/search-address";
import { MockHost } from "../mock/host";

const OPTIONS = {
  first: false,
  offline: false,
  empty: false,
  failing: false,
  slow: false,
  busy: false,
  reports: false,
  large: false,
  http: false,
};
const host = new MockHost(shell, OPTIONS);
const ask = async (request: BrowseArguments): Promise<Browsed> => {
  const answer = (await shell.invoke("call", {
    tool: "browse_entries",
    arguments: { limit: 200, ...request },
  })) as Answer<Browsed>;
  return answer.value;
};

test("the mocked shell has every command of the page", async () => {
  const source = readFileSync(new URL("../../src/host.ts", import.meta.url), "utf8");
  const commands = [...source.matchAll(/(invoke|watch|call)\("(\w+)"/g)].filter(([, , command]) => command !== "call");
  expect(commands.length).toBeGreaterThan(30);
  for (const [, way, command = ""] of commands) {
    const given = {
      ...EMPTY_REQUEST,
      request: { ...EMPTY_REQUEST, offset: 0, limit: 1 },
      uri: "",
      channel: { id: 0 },
      change: {},
    };
    const answer =
      way === "call" ? shell.invoke("call", { tool: command, arguments: given }) : shell.invoke(command, given);
    await answer.catch((problem: { code: string }) =>
      expect([command, problem.code]).not.toEqual([command, "unknown-command"]),
    );
  }
});

test("the mocked library has every family and both editions", async () => {
  const all = await ask({});
  expect(all.total).toBeGreaterThan(300);
  expect(all.kinds.length).toBeGreaterThan(12);
  const heron = await ask({ query: "amber ladder", kinds: ["spell"] });
  const read = { tool: "read_entry", arguments: { uri: heron.entries[0]?.uri } };
  const whole = (await shell.invoke("call", read)) as Answer<WholeEntry>;
  expect(whole.value.twins.length).toBeGreaterThan(0);
});

test("the mocked search filters and counts", async () => {
  const filters = [{ field: "document" as const, include: ["lod"] }];
  const kept = await ask({ kinds: ["creature"], filters, cr_min: 1, cr_max: 3 });
  expect(kept.entries.every((row) => row.document_key === "lod" && row.kind === "creature")).toBe(true);
  const everywhere = await ask({ kinds: ["creature"], cr_min: 1, cr_max: 3 });
  expect(kept.total + kept.elsewhere).toBe(everywhere.total);
  expect(host.options).toEqual(OPTIONS);
});
