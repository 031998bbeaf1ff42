// Made from src-tauri/src/server_state.rs by its test, run with UPDATE_HOST_TYPES=1. Do not edit.

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
tools: Array<Tool>, library: Library, };

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

export type Library = { "is": "unknown" } | { "is": "known", entries: number, kinds: Array<KindCount>, documents: Array<Document>, } | { "is": "unavailable", message: string, };

export type KindCount = { kind: string, entries: number, };

export type Document = { key: string, name: string,
/**
 * Where it came from: `open5e_v2`, `open5e_v1`, `dnd5e_api` or `orcbrew`.
 */
source: string, entries: number, license: string | null,
/**
 * The words its licence asks to be shown with its content.
 */
notice: string | null, };
