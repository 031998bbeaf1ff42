/** The wording of the states of clients and of the actions on their files. */
import type { ClientAction, ClientId, ClientState, TestStage, ToolCall } from "../host-types";

export const STATE_NAMES: Record<ClientState["kind"], string> = {
  connected: "Connected",
  remote: "Connected",
  stale: "Needs repair",
  unreadable: "File unreadable",
  notConnected: "Not connected",
  notInstalled: "Not installed",
};

export const ACTION_NAMES: Record<ClientAction, string> = {
  connect: "Connect",
  disconnect: "Disconnect",
  repair: "Repair",
};

export const STAGE_NAMES: Record<TestStage, string> = {
  read: "Read its file",
  start: "Start the server",
  handshake: "Begin a session",
  tools: "List the tools",
  lookup: "Make a lookup",
};

/** The actions on a client's file, the most useful first. */
export function actionsOf({ kind }: ClientState): ClientAction[] {
  if (kind === "notConnected") return ["connect"];
  if (kind === "stale") return ["repair", "disconnect"];
  return kind === "connected" ? ["disconnect"] : [];
}

/** The state of a client as it is shown. A client that dropped our entry needs repair. */
export function shownState(state: ClientState, dropped = false): ClientState {
  if (state.kind === "remote") return { kind: "connected" };
  return state.kind === "notConnected" && dropped
    ? { kind: "stale", reason: "it rewrote its file without LoreKeeper" }
    : state;
}

/** Parts of the names of clients in the handshake. More specific ones first: Cursor is `cursor-vscode`. */
const CALLERS: [part: string, client: ClientId][] = [
  ["claude-code", "claude-code"],
  ["claude-ai", "claude-desktop"],
  ["claude-desktop", "claude-desktop"],
  ["cursor", "cursor"],
  ["windsurf", "windsurf"],
  ["vscode", "vs-code"],
  ["visual studio code", "vs-code"],
  ["lm-studio", "lm-studio"],
  ["lmstudio", "lm-studio"],
  ["codex", "codex"],
  ["gemini-cli", "gemini-cli"],
  ["goose", "goose"],
  ["opencode", "opencode"],
  ["kilo", "kilo"],
  ["copilot-cli", "copilot-cli"],
  ["qwen-cli", "qwen-code"],
  ["@cline/", "cline"],
  ["kimi-code", "kimi-code"],
  ["continue-cli", "continue"],
  ["factory-cli", "droid"],
  ["zed", "zed"],
];

/** The time of the last call of each client, from calls with the newest first. */
export function lastSeen(calls: ToolCall[]): Map<ClientId, string> {
  const seen = new Map<ClientId, string>();
  for (const { client, at } of calls) {
    const caller = CALLERS.find(([part]) => client.toLowerCase().includes(part))?.[1];
    if (caller && !seen.has(caller)) seen.set(caller, at);
  }
  return seen;
}
