// Made from src-tauri/src/page/ by its test, run with UPDATE_HOST_TYPES=1. Do not edit.

import type { ImportReport, Report, Stats } from "./library-types";

export * from "./library-types";

export type Answer<T> = { value: T,
/**
 * What the user should know.
 */
message: string | null, };

export type ServerState = { phase: Phase,
/**
 * How often the server has ended on its own since the app started.
 */
crashes: number,
/**
 * Who answered the handshake; absent until then.
 */
identity: Identity | null,
/**
 * The tools it offers, in its order.
 */
tools: Array<Tool>,
/**
 * The library in numbers, as soon as the server has told them.
 */
statistics: Stats | null,
/**
 * Why it could not tell them, in its own words.
 */
trouble: string | null, };

export type Phase = { "is": "starting" } | { "is": "running",
/**
 * Milliseconds since 1970.
 */
sinceMs: number, } | { "is": "restarting", reason: string, attempt: number, } | { "is": "failed", reason: string, advice: string, } | { "is": "stopped" };

export type Identity = { name: string, version: string,
/**
 * The revision of MCP spoken, such as `2025-11-25`.
 */
protocol: string,
/**
 * Its process id.
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
readOnly: boolean, };

export type Job = { id: number, what: JobKind,
/**
 * Milliseconds since 1970.
 */
startedMs: number, state: JobState, };

export type JobKind = { "is": "sync", documents: Array<string>, allowRemovals: boolean, } | { "is": "import", path: string, file: string, };

export type JobState = { "is": "waiting" } | { "is": "running", step: string, done: number, total: number | null, } | { "is": "cancelling" } | { "is": "cancelled" } | { "is": "synced", message: string, report: Report | null, } | { "is": "imported", message: string, reports: Array<ImportReport>, } | { "is": "failed", problem: Problem, };

export type Problem = { code: string, message: string, advice: string, };

export type Client = {
/**
 * Such as `claude-desktop`.
 */
id: string, name: string, state: ClientState,
/**
 * Its settings file, when it is installed.
 */
file: string | null,
/**
 * What to do after connecting.
 */
advice: string,
/**
 * Something to ask the assistant then.
 */
samplePrompt: string,
/**
 * Whether the last change can be undone.
 */
canUndo: boolean,
/**
 * When it last asked something (RFC 3339), as far as that is known.
 */
lastSeen: string | null, };

export type ClientState = { "is": "notInstalled" } | { "is": "notConnected" } | { "is": "connected" } | { "is": "stale", reason: string, } | { "is": "unreadable", reason: string, snippet: string, };

export type ClientAction = "connect" | "disconnect" | "repair";

export type ClientPlan = {
/**
 * Names the plan when it is carried out.
 */
id: number, file: string, makesFile: boolean, lines: Array<PlanLine>, };

export type PlanLine = { sign: string, text: string, };

export type ClientTest = { ok: boolean, steps: Array<TestStep>, };

export type TestStep = { what: string, ok: boolean, detail: string, };

export type Settings = { theme: Theme, startAtLogin: boolean,
/**
 * The keys that show and hide the window from anywhere, such as `Ctrl+Alt+L`; empty for none.
 */
shortcut: string,
/**
 * Why the keys do not work, if so.
 */
shortcutProblem: string | null,
/**
 * Whether lookups never ask Open5e.
 */
offline: boolean,
/**
 * Whether what assistants ask is noted.
 */
keepActivity: boolean,
/**
 * Whether the first steps were done or put away.
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

export type SettingsChange = { theme?: Theme, startAtLogin?: boolean, shortcut?: string, offline?: boolean, keepActivity?: boolean, onboarded?: boolean, };

export type Theme = "system" | "light" | "dark";

export type Wish = { "is": "search" } | { "is": "showLibrary" } | { "is": "dragOver", files: number, } | { "is": "dragEnd" };

export type HttpState = {
/**
 * Whether it is switched on.
 */
on: boolean,
/**
 * The port that was chosen.
 */
port: number, phase: HttpPhase, };

export type HttpPhase = { "is": "off" } | { "is": "starting" } | { "is": "on", url: string, } | { "is": "restarting", reason: string, } | { "is": "failed", reason: string, advice: string, };
