import { shell } from "./window";
import { beforeEach, expect, test } from "vitest";
import { actionsOf, lastSeen, shownState } from "../../src/assistant/client-words";
import { Clients } from "../../src/assistant/clients.svelte";
import { hasFetched, hasImported, isConnected } from "../../src/firststeps/steps";
import { Jobs } from "../../src/jobs/jobs.svelte";
import { inLibraryText, Open5e } from "../../src/library/open5e.svelte";
import { Removals } from "../../src/library/removals.svelte";
import { AppSettings } from "../../src/settings/settings.svelte";
import { GROUPS, Share } from "../../src/share/share.svelte";
import { FAMILY } from "../../src/host-types";
import { MockHost } from "../mock/host";
import { imported } from "../mock/jobs";
import { DEFAULT_OPTIONS } from "../mock/options";
import { SOURCES } from "../mock/documents";
import { importReport } from "../mock/reports";

const [srd, , , orchard] = SOURCES;
let host: MockHost;
const callsOf = (command: string) => host.callsOf(command);

beforeEach(() => {
  host = new MockHost(shell, DEFAULT_OPTIONS);
  host.jobs.pace = 1;
});

test("a marked document is deleted only on confirmation", async () => {
  const removals = new Removals();
  if (!srd || !orchard) throw new Error("no documents");
  removals.mark(orchard);
  removals.mark(orchard);
  removals.mark(srd);
  removals.undo(srd.document_key);
  expect(removals.marked).toHaveLength(1);
  expect(callsOf("delete_document")).toEqual([]);
  await removals.deleteAll();
  expect(callsOf("delete_document")).toEqual([{ document: orchard.document_key, confirm: "DELETE_DOCUMENT" }]);
  expect(removals.marked).toEqual([]);
});

test("a failed removal names the document", async () => {
  host = new MockHost(shell, { ...DEFAULT_OPTIONS, failing: true });
  const removals = new Removals();
  if (srd) removals.mark(srd);
  await removals.deleteAll();
  expect(removals.troubles).toHaveLength(1);
  expect(removals.troubles[0]).toContain(srd?.document_name);
});

test("jobs run in order and stay until they are closed", async () => {
  const jobs = new Jobs();
  host.jobs.start({ is: "sync", documents: [], allowRemovals: false });
  host.jobs.start({ is: "import", path: "/x/broken.orcbrew", file: "broken.orcbrew" });
  expect(jobs.underway).toHaveLength(2);
  await expect.poll(() => jobs.reports.map((job) => job.state.is)).toEqual(["synced", "failed"]);
  expect(jobs.ended).toBe(2);
  await jobs.close(jobs.reports[0]?.id ?? 0);
  expect(jobs.all).toHaveLength(1);
});

test("a report that the server shortened is read whole", async () => {
  const [path] = orchard?.import?.files ?? [];
  if (!path || !orchard) throw new Error("no import");
  const jobs = new Jobs();
  const whole = importReport(path);
  const books = whole.books.map((book) => ({ ...book, document_key: orchard.document_key }));
  const shortened = { ...whole, books, rejected: [], left_out: { rejected: 2 } };
  host.jobs.add({ is: "import", path, file: whole.file }, imported(shortened));
  await expect.poll(() => jobs.reports[0]?.state).toMatchObject({ outcome: { files: [whole] } });
  expect(callsOf("read_resource")).toEqual([{ uri: `lore://import/${orchard.document_key}` }]);
});

test("a job is cancelled once", async () => {
  const jobs = new Jobs();
  host.jobs.start({ is: "sync", documents: [], allowRemovals: false });
  await jobs.cancel(1);
  await jobs.cancel(1);
  expect(callsOf("cancel_job")).toHaveLength(1);
  await expect.poll(() => jobs.reports[0]?.state.is).toBe("cancelled");
});

test("a client's file changes only after its plan is confirmed", async () => {
  const clients = new Clients();
  await clients.load();
  const code = clients.installed.find(({ id }) => id === "claude-code");
  if (!code) throw new Error("no client");
  await clients.plan(code, "connect");
  expect(clients.planned?.plan.lines.some(({ sign }) => sign === "+")).toBe(true);
  expect(callsOf("apply_plan")).toEqual([]);
  await clients.writePlanned();
  expect(callsOf("apply_plan")).toHaveLength(1);
  expect(clients.all?.find(({ id }) => id === "claude-code")?.state.kind).toBe("connected");
  expect(clients.changed.has("claude-code")).toBe(true);
  await clients.undo(code);
  expect(clients.all?.find(({ id }) => id === "claude-code")?.state.kind).toBe("notConnected");
  expect(clients.changed.has("claude-code")).toBe(false);
});

test("actions on a client do not wait for the calls of assistants", async () => {
  const answer = shell.commands;
  shell.commands = (command, args) => (command === "read_resource" ? new Promise(() => {}) : answer(command, args));
  const clients = new Clients();
  await clients.load();
  const code = clients.installed.find(({ id }) => id === "claude-code");
  if (!code) throw new Error("no client");
  await clients.undo(code);
  expect(callsOf("undo_client")).toHaveLength(1);
  expect(clients.busy).toBeNull();
});

test("a client offers the actions of its state", () => {
  expect(actionsOf({ kind: "notConnected" })).toEqual(["connect"]);
  expect(actionsOf({ kind: "connected" })).toEqual(["disconnect"]);
  expect(actionsOf({ kind: "stale", reason: "" })).toEqual(["repair", "disconnect"]);
  expect(actionsOf({ kind: "unreadable", reason: "", snippet: "" })).toEqual([]);
});

test("a client that dropped our entry needs repair", () => {
  expect(shownState({ kind: "notConnected" }, true).kind).toBe("stale");
  expect(shownState({ kind: "notConnected" }, false).kind).toBe("notConnected");
  expect(shownState({ kind: "remote", address: "https://host" }).kind).toBe("connected");
});

test("clients are recognised by their names in the handshake", () => {
  const names = ["claude-ai 0.1.0", "claude-code 2.0.1", "cursor-vscode 1.0.0", "Visual Studio Code 1.99"];
  const more = ["codex-mcp-client 0.5", "qwen-cli-mcp-client-lorekeeper 0.0.1", "@cline/core 0.0.76"];
  const calls = [...names, ...more, "lorekeeper 0.1.0", "claude-ai 0.1.0"].map((client, age) => ({
    at: new Date(Date.UTC(2026, 0, 1) - age).toISOString(),
    client,
    tool: "lookup_spell",
    arguments: "{}",
    milliseconds: 1,
  }));
  expect([...lastSeen(calls)]).toEqual([
    ["claude-desktop", "2026-01-01T00:00:00.000Z"],
    ["claude-code", "2025-12-31T23:59:59.999Z"],
    ["cursor", "2025-12-31T23:59:59.998Z"],
    ["vs-code", "2025-12-31T23:59:59.997Z"],
    ["codex", "2025-12-31T23:59:59.996Z"],
    ["qwen-code", "2025-12-31T23:59:59.995Z"],
    ["cline", "2025-12-31T23:59:59.994Z"],
  ]);
});

test("documents of Open5e are filtered, selected and synced", async () => {
  const open5e = new Open5e();
  await open5e.load();
  open5e.words = "spoons 2014";
  expect(open5e.shown.map(({ key }) => key)).toEqual(["tkr"]);
  open5e.choose("tkr", true);
  open5e.choose("mth", true);
  open5e.choose("mth", false);
  await open5e.addChosen();
  expect(callsOf("start_sync")).toEqual([
    { documents: [{ key: "tkr", name: "The Kettle Road" }], allowRemovals: false },
  ]);
  expect(open5e.chosen.size).toBe(0);
  expect(open5e.offered?.map(inLibraryText)).toEqual([
    "131 in your library, came with LoreKeeper",
    "All 129 in your library",
    "60 in your library, from lookups",
    "",
    "",
    "",
    "",
  ]);
});

test("the settings are those that the shell returns", async () => {
  const settings = new AppSettings();
  await expect.poll(() => settings.value).not.toBeNull();
  await settings.change({ theme: "dark", shortcut: "Ctrl+Alt+T" });
  expect(settings.value?.shortcutProblem).toContain("Another program");
  expect(document.documentElement.dataset.theme).toBe("dark");
  await settings.change({ theme: "system" });
  expect(document.documentElement.dataset.theme).toBeUndefined();
});

test("each first step is done when its condition holds", () => {
  expect(isConnected(host.clients.all)).toBe(true);
  expect(isConnected(new MockHost(shell, { ...DEFAULT_OPTIONS, first: true }).clients.all)).toBe(false);
  expect(hasFetched(SOURCES)).toBe(true);
  expect(hasFetched(SOURCES.slice(0, 1))).toBe(false);
  expect(hasFetched(SOURCES.slice(2, 3))).toBe(false);
  expect(hasImported(SOURCES.slice(0, 3))).toBe(false);
  expect(hasImported(SOURCES)).toBe(true);
});

test("at first, players see the published books, and nothing of the user's own", () => {
  if (!srd || !orchard) throw new Error("no documents");
  const mine = { ...orchard, document_key: "mine", source_api: "own" as const, license: "your own" };
  const lent = { ...orchard, document_key: "lent", license: "CC-BY-4.0" };
  const unknown = { ...srd, document_key: "unknown", license: "unknown" };
  const books = [srd, mine, orchard, lent, unknown];
  const share = new Share();
  expect(share.choiceOf(books)).toEqual({ documents: ["srd-2014"], without: [], notes: false });
  share.toggle(books, "mine");
  share.toggleGroup("Magic items");
  expect(share.choiceOf(books)).toEqual({ documents: ["srd-2014", "mine"], without: ["magic-item"], notes: false });
});

test("every kind of entry can be left out, once", () => {
  expect(GROUPS.flatMap(({ kinds }) => kinds).toSorted()).toEqual(Object.keys(FAMILY).toSorted());
});
