// Generated from src-tauri/src/page/: UPDATE_HOST_TYPES=1 cargo test -p lorekeeper. Do not edit.

import type { ExportArguments, ImportReport, Kept, Report, Stats } from "./library-types";

export * from "./library-types";

export type Answer<T> = { value: T,
/**
 * A sentence for the user.
 */
message: string | null, };

export type ServerState = { phase: Phase,
/**
 * The number of times that the server has ended on its own since the app started.
 */
crashes: number,
/**
 * The server that answered the handshake; absent until then.
 */
identity: Identity | null,
/**
 * The tools that the server offers, in its order.
 */
tools: Array<Tool>,
/**
 * The statistics of the library, once the server has reported them.
 */
statistics: Stats | null,
/**
 * What the user keeps for the table: campaigns and pins, once the server has reported them.
 */
kept: Kept | null,
/**
 * The reason why the server cannot report statistics, in its own words.
 */
trouble: string | null, };

export type Phase = { "is": "starting" } | { "is": "running",
/**
 * Milliseconds since 1970.
 */
sinceMs: number, } | { "is": "restarting", reason: string, attempt: number, } | { "is": "failed", reason: string, advice: string, } | { "is": "stopped" };

export type Identity = { name: string, version: string,
/**
 * The revision of MCP, such as `2025-11-25`.
 */
protocol: string,
/**
 * The process id.
 */
pid: number | null, };

export type Tool = { name: string, title: string,
/**
 * The first sentence of its description.
 */
summary: string,
/**
 * It declares that it changes nothing.
 */
readOnly: boolean,
/**
 * Only the window is offered it, and no assistant.
 */
ofTheWindow: boolean, };

export type Job = { id: number, kind: JobKind,
/**
 * Milliseconds since 1970.
 */
startedMs: number, state: JobState, };

export type JobKind = { "is": "sync", documents: Array<NamedDocument>, allowRemovals: boolean, } | { "is": "import", path: string, file: string, } | { "is": "export", request: ExportArguments, path: string, file: string, };

export type NamedDocument = {
/**
 * The key by which it is fetched.
 */
key: string,
/**
 * The title.
 */
name: string, };

export type JobState = { "is": "waiting" } | { "is": "running", step: string, done: number, total: number | null, } | { "is": "cancelling" } | { "is": "cancelled" } | { "is": "synced", message: string, report: Report | null,
/**
 * Remarks for the user, in sentences.
 */
notes: Array<string>, } | { "is": "imported", message: string, reports: Array<ImportReport>,
/**
 * Why files of an archive were not imported, in sentences.
 */
refused: Array<string>, } | { "is": "exported", message: string, } | { "is": "failed", problem: Problem, };

export type Problem = { code: string, message: string, advice: string, };

export type Client = {
/**
 * Such as `claude-desktop`.
 */
id: string, name: string, state: ClientState,
/**
 * The program can be asked to add the server itself.
 */
hasInstallLink: boolean,
/**
 * The configuration file, if the program is installed.
 */
file: string | null,
/**
 * Advice for after connecting.
 */
advice: string,
/**
 * A question for the assistant, to try the connection.
 */
samplePrompt: string,
/**
 * The last change can be undone.
 */
canUndo: boolean,
/**
 * The time of its last tool call (RFC 3339), if known.
 */
lastSeen: string | null, };

export type ClientState = { "is": "notInstalled" } | { "is": "notConnected" } | { "is": "connected" } | { "is": "stale", reason: string, } | { "is": "unreadable", reason: string, snippet: string, };

export type ClientAction = "connect" | "disconnect" | "repair";

export type ClientPlan = {
/**
 * Identifies the plan when it is applied.
 */
id: number, file: string, createsFile: boolean, lines: Array<PlanLine>, };

export type PlanLine = { sign: string, text: string, };

export type ClientTest = { ok: boolean, steps: Array<TestStep>, };

export type TestStep = { name: string, ok: boolean, detail: string, };

export type Settings = { theme: Theme, startAtLogin: boolean,
/**
 * The shortcut that shows and hides the window, such as `Ctrl+Alt+O`; empty for none.
 */
shortcut: string,
/**
 * The reason why the shortcut does not work.
 */
shortcutProblem: string | null,
/**
 * The shortcut that shows and hides the quick look; empty for none.
 */
quickLookShortcut: string,
/**
 * The reason why that shortcut does not work.
 */
quickLookShortcutProblem: string | null,
/**
 * Lookups never query Open5e.
 */
offline: boolean,
/**
 * The calls of assistants are recorded.
 */
keepActivity: boolean,
/**
 * The first steps are completed or dismissed.
 */
onboarded: boolean,
/**
 * The folder of the library.
 */
home: string,
/**
 * The version of the app.
 */
version: string, };

export type SettingsChange = { theme?: Theme, startAtLogin?: boolean, shortcut?: string, quickLookShortcut?: string, offline?: boolean, keepActivity?: boolean, onboarded?: boolean, };

export type Theme = "system" | "light" | "dark";

export type ShellEvent = { "is": "search" } | { "is": "showLibrary" } | { "is": "showSettings" } | { "is": "dragOver", files: number, } | { "is": "dragEnd" };

export type HttpState = {
/**
 * The user has switched it on.
 */
on: boolean,
/**
 * The port that the user chose.
 */
port: number,
/**
 * The address, while the server runs.
 */
url: string | null, phase: Phase, };

export type ShareChoice = {
/**
 * The keys of the documents.
 */
documents: Array<string>,
/**
 * The kinds of entries that are left out.
 */
without: Array<string>,
/**
 * With the user's notes on their entries.
 */
notes: boolean, };

export type SharePlace = {
/**
 * The address of the page, with the token.
 */
url: string,
/**
 * Its QR code: a text for each row, `1` for each dark module.
 */
qr_code: Array<string>,
/**
 * The address for assistants.
 */
mcp_url: string, token: string,
/**
 * Whether other computers reach it.
 */
is_reachable: boolean, };

export type ShareState = { phase: Phase,
/**
 * What is shared, unless it is off.
 */
choice: ShareChoice | null,
/**
 * Where players find it, while it runs.
 */
place: SharePlace | null, };
