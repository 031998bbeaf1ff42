// Generated from src-tauri/src/ and crates/clients/: UPDATE_HOST_TYPES=1 cargo test -p lorekeeper. Do not edit.

import type { ExportArguments, ImportedFiles, Kept, Stats, SyncOutcome } from "./library-types";

export * from "./library-types";

/** A tool's answer with the message beside it. */
export type Answer<T> = {
  value: T;
  /** A sentence for the user. */
  message: string | null;
};

/** The state of the managed server, and through it of the library. */
export type ServerState = {
  phase: Phase;
  /** The number of times that the server has ended on its own since the app started. */
  crashes: number;
  /** The server that answered the handshake; absent until then. */
  identity: Identity | null;
  /** The tools that the server offers, in its order. */
  tools: Array<Tool>;
  /** The statistics of the library, once the server has reported them. */
  statistics: Stats | null;
  /** What the user keeps for the table: campaigns and pins, once the server has reported them. */
  kept: Kept | null;
  /** The reason why the server cannot report statistics, in its own words. */
  trouble: string | null;
};

/** The phase that a supervised server is in. */
export type Phase = {
  is: "starting";
} | {
  is: "running";
} | {
  is: "restarting";
  reason: string;
  attempt: number;
} | {
  is: "failed";
  reason: string;
  advice: string;
} | {
  is: "stopped";
};

/** The server's description of itself in the handshake. */
export type Identity = {
  name: string;
  version: string;
  /** The revision of MCP, such as `2025-11-25`. */
  protocol: string;
  /** The process id. */
  pid: number;
};

/** A tool of the server. */
export type Tool = {
  name: string;
  title: string;
  /** The first sentence of its description. */
  summary: string;
  /** It declares that it changes nothing. */
  readOnly: boolean;
  /** Only the window is offered it, and no assistant. */
  ofTheWindow: boolean;
};

/** A sync, an import or an export, from its start until the user closes its report. */
export type Job = {
  id: number;
  kind: JobKind;
  state: JobState;
};

/** The task of a job. */
export type JobKind = {
  is: "sync";
  documents: Array<NamedDocument>;
  allowRemovals: boolean;
} | {
  is: "import";
  path: string;
  file: string;
} | {
  is: "export";
  request: ExportArguments;
  path: string;
  file: string;
};

/** A document of Open5e. */
export type NamedDocument = {
  /** The key by which it is fetched. */
  key: string;
  /** The title. */
  name: string;
};

/** The state of a job. */
export type JobState = {
  is: "waiting";
} | {
  is: "running";
  step: string;
  done: number;
  total: number | null;
} | {
  is: "cancelling";
} | {
  is: "cancelled";
} | {
  is: "synced";
  message: string;
  outcome: SyncOutcome;
} | {
  is: "imported";
  message: string;
  outcome: ImportedFiles;
} | {
  is: "exported";
  message: string;
} | {
  is: "failed";
  problem: Problem;
};

/** A problem with advice. Only the code is meant for comparisons. */
export type Problem = {
  code: string;
  message: string;
  advice: string;
};

/** A client with its state on disk. */
export type Client = {
  /** The id. */
  id: ClientId;
  /** The display name. */
  name: string;
  /** The file that lists its servers. It may not exist yet. */
  file: string;
  /** The state of our entry. */
  state: ClientState;
  /** Set if our entry disappeared after our last change: some clients drop it when they rewrite their file. */
  dropped: boolean;
  /** The steps after which the client sees the new entry. */
  advice: string;
  /** A prompt to try then. */
  samplePrompt: string;
  /** Set if our last change of the file can be undone. */
  canUndo: boolean;
};

/** The id of a supported client. */
export type ClientId = "claude-desktop" | "claude-code" | "cursor" | "vs-code" | "windsurf" | "zed" | "lm-studio" | "codex" | "gemini-cli" | "goose" | "jan" | "opencode" | "kilo" | "copilot-cli" | "qwen-code" | "cline" | "kimi-code" | "mistral-vibe" | "continue" | "droid" | "amp";

/** The state of our entry in a client's file. */
export type ClientState = {
  kind: "notInstalled";
} | {
  kind: "notConnected";
} | {
  kind: "connected";
} | {
  kind: "remote";
  /** The address of the server. */
  address: string;
} | {
  kind: "stale";
  /** The problem, as part of a sentence. */
  reason: string;
} | {
  kind: "unreadable";
  /** The problem, as part of a sentence that starts with the file's name. */
  reason: string;
  /** The text that the user can add to the file by hand. */
  snippet: string;
};

/** The changes to a file, shown before they are written. */
export type ClientPlan = {
  file: string;
  createsFile: boolean;
  lines: Array<PlanLine>;
};

/** A line of a change. */
export type PlanLine = {
  /** The kind of change. */
  sign: LineChange;
  /** The line without its ending; shortened if it is very long. */
  text: string;
};

/** The kind of change of a line. */
export type LineChange = "+" | "-" | " ";

/** The report of a self-test. It ends with the first failed step. */
export type ClientTest = {
  /** Set if every step succeeded. */
  ok: boolean;
  /** The steps in order. */
  steps: Array<TestStep>;
};

/** One step of a self-test. */
export type TestStep = {
  /** The stage of the test. */
  stage: TestStage;
  /** Set if the step succeeded. */
  ok: boolean;
  /** The outcome, in a sentence. */
  detail: string;
  /** The duration. */
  milliseconds: number;
};

/** A stage of a self-test. */
export type TestStage = "read" | "start" | "handshake" | "tools" | "lookup";

/** The current settings of the app; the library keeps its own. */
export type Settings = {
  theme: Theme;
  startAtLogin: boolean;
  /** The shortcut that shows and hides the window, such as `Ctrl+Alt+O`; empty for none. */
  shortcut: string;
  /** The reason why the shortcut does not work. */
  shortcutProblem: string | null;
  /** The shortcut that shows and hides the quick look; empty for none. */
  quickLookShortcut: string;
  /** The reason why that shortcut does not work. */
  quickLookShortcutProblem: string | null;
  /** The first steps are completed or dismissed. */
  onboarded: boolean;
  /** The version of the app. */
  version: string;
};

/** The colour theme; `System` follows the desktop. */
export type Theme = "system" | "light" | "dark";

/** An event that the shell sends to the page: from the tray, another start of the app, or a drag over the
 * window. */
export type ShellEvent = {
  is: "search";
} | {
  is: "showLibrary";
} | {
  is: "dragOver";
  files: number;
} | {
  is: "dragEnd";
};

/** The settings of the HTTP server and its state, as the page shows them. The page requests the token on its
 * own. */
export type HttpState = {
  /** The user has switched it on. */
  on: boolean;
  /** The port that the user chose. */
  port: number;
  /** The address, while the server runs. */
  url: string | null;
  phase: Phase;
};

/** The sharing and its state. It is off when the app starts. */
export type ShareState = {
  phase: Phase;
  /** What is shared, unless it is off. */
  choice: ShareChoice | null;
  /** Where players find it, while it runs. */
  place: SharePlace | null;
};

/** What the user shares. */
export type ShareChoice = {
  /** The keys of the documents. */
  documents: Array<string>;
  /** The kinds of entries that are left out. */
  without: Array<string>;
  /** With the user's notes on their entries. */
  notes: boolean;
};

/** Where players find what is shared: one line of `lorekeeper-mcp share --json`. */
export type SharePlace = {
  /** The address of the page, with the token. */
  url: string;
  /** Its QR code: a text for each row, `1` for each dark module. */
  qr_code: Array<string>;
  /** The address for assistants. */
  mcp_url: string;
  token: string;
  /** Whether other computers reach it. */
  is_reachable: boolean;
};

/** A change of a client's entry for our server. */
export type ClientAction = "connect" | "disconnect" | "repair";

/** A change to the settings; absent ones stay as they are. */
export type SettingsChange = {
  theme?: Theme;
  startAtLogin?: boolean;
  shortcut?: string;
  quickLookShortcut?: string;
  onboarded?: boolean;
};
