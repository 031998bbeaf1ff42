/** The commands of the shell (src-tauri/src/commands/); nothing else calls it. A command that fails rejects with a `Problem`. */
import { Channel, invoke } from "@tauri-apps/api/core";
import type {
  Answer,
  BrowseArguments,
  Browsed,
  Client,
  ClientAction,
  ClientId,
  ClientPlan,
  ClientTest,
  Comparison,
  ContentsEntry,
  Document,
  EncounterAnswer,
  EncounterArguments,
  EntryArguments,
  ExportArguments,
  HttpState,
  ImportReport,
  Job,
  Kept,
  KeptChange,
  NamedDocument,
  Offered,
  Rolled,
  Saved,
  ServerState,
  Settings,
  SettingsChange,
  ShareChoice,
  ShareState,
  ShellEvent,
  ToolCall,
  Tools,
  WholeEntry,
} from "./host-types";

/** Calls `seen` with the value of a command, now and at every change. */
async function watch<T>(command: string, seen: (value: T) => void): Promise<void> {
  const channel = new Channel<T>();
  channel.onmessage = seen;
  await invoke(command, { channel });
}

/** Calls a tool of the library's server, as an assistant does. */
const call = <T extends keyof Tools>(tool: T, given: Tools[T]["arguments"]): Promise<Answer<Tools[T]["value"]>> =>
  invoke("call", { tool, arguments: given });

/** The managed server. */
export const watchServer = (seen: (state: ServerState) => void): Promise<void> => watch("watch_server", seen);
/** Restarts the managed server at once if it is not running. */
export const restartServer = (): Promise<void> => invoke("restart_server");

/** Finds entries. Fast enough for every keystroke, except for a search by meaning. */
export const browse = (request: BrowseArguments): Promise<Answer<Browsed>> => call("browse_entries", request);
/** Plans encounters, or rates one. */
export const planEncounter = (request: EncounterArguments): Promise<Answer<EncounterAnswer>> =>
  call("plan_encounter", request);
/** Rolls dice in the usual notation. */
export const rollDice = async (dice: string): Promise<Rolled> => (await call("roll", { dice })).value;
/** Previews an entry of the user's own; stores, deletes or undoes it if `preview` is false. */
export const saveEntry = (request: EntryArguments): Promise<Answer<Saved>> => call("save_entry", request);
/** Lets the user choose a file and exports entries to it, as a job; false if none was chosen. */
export const exportEntries = (request: ExportArguments, name: string, extension: string): Promise<boolean> =>
  invoke("export_entries", { request, name, extension });
/** Compares two entries, by their addresses. */
export const compareEntries = async (first: string, second: string): Promise<Comparison> =>
  (await call("read_entry", { uri: first, compare_with: second })).value as Comparison;
export const readEntry = async (uri: string): Promise<WholeEntry> =>
  (await call("read_entry", { uri })).value as WholeEntry;

/** Returns several entries, without those that are no longer there. */
export const readEntries = async (uris: string[]): Promise<WholeEntry[]> =>
  (await call("read_book", { uris })).value as WholeEntry[];
/** Lists the entries of a document in the order of its pages. */
export const contentsOf = async (document: string): Promise<ContentsEntry[]> =>
  (await call("read_book", { document })).value as ContentsEntry[];

/** Changes campaigns, pins and notes, and returns what the user keeps. */
export const keep = (change: KeptChange): Promise<Answer<Kept>> => call("campaign", change);
/** Changes the settings that the library keeps itself. */
export const changeLibrary = async (change: Tools["change_settings"]["arguments"]): Promise<void> =>
  void (await call("change_settings", change));

export const documents = async (): Promise<Document[]> => (await call("list_documents", {})).value;
/** Lists the documents that Open5e offers, from the network or a recent answer. */
export const open5eDocuments = (): Promise<Answer<Offered>> => call("list_open5e", {});
/** Deletes a document for good. Needs the user's consent. */
export const deleteDocument = async (document: string): Promise<void> =>
  void (await call("delete_document", { document, confirm: "DELETE_DOCUMENT" }));
/** Returns the reports of the imports that a homebrew document comes from. */
export const importReports = (key: string): Promise<ImportReport[]> =>
  invoke("read_resource", { uri: `lore://import/${key}` });
/** Clears the cache of answers from Open5e. Needs the user's consent. */
export const clearCache = async (): Promise<void> => void (await call("clear_cache", { confirm: "CLEAR_CACHE" }));

/** Every job that waits, runs, or has a report that is not closed. */
export const watchJobs = (seen: (jobs: Job[]) => void): Promise<void> => watch("watch_jobs", seen);
/** Starts a sync of these documents of Open5e, or of all for an empty list. */
export const startSync = (documents: NamedDocument[], allowRemovals = false): Promise<void> =>
  invoke("start_sync", { documents, allowRemovals });
/** Lets the user pick files and imports them; returns false if none was picked. */
export const pickImports = (): Promise<boolean> => invoke("pick_imports");
export const cancelJob = (id: number): Promise<void> => invoke("cancel_job", { id });
/** Removes a job that has ended. */
export const closeJob = (id: number): Promise<void> => invoke("close_job", { id });

/** Returns the last tool calls, newest first. */
export const activity = (): Promise<ToolCall[]> => invoke("read_resource", { uri: "lore://activity" });
export const clients = (): Promise<Client[]> => invoke("clients");
/** Returns the changes that an action would write; nothing is written yet. */
export const planClient = (client: ClientId, action: ClientAction): Promise<ClientPlan> =>
  invoke("plan_client", { client, action });
/** Applies the plan that was returned last. */
export const applyPlan = (): Promise<void> => invoke("apply_plan");
export const undoClient = (client: ClientId): Promise<void> => invoke("undo_client", { client });
/** Starts the server as the client would, lists its tools, and makes a lookup. */
export const testClient = (client: ClientId): Promise<ClientTest> => invoke("test_client", { client });

/** The settings of the app. */
export const watchSettings = (seen: (settings: Settings) => void): Promise<void> => watch("watch_settings", seen);
/** Changes settings and returns all of them. */
export const changeSettings = (change: SettingsChange): Promise<Settings> => invoke("change_settings", { change });

/** The HTTP server. */
export const watchHttp = (seen: (state: HttpState) => void): Promise<void> => watch("watch_http", seen);
/** Switches the HTTP server on or off, or changes its port. One that failed is restarted. */
export const serveHttp = (on: boolean, port: number): Promise<void> => invoke("serve_http", { on, port });
/** Returns the token that programs must send. Only to show or copy it. */
export const httpToken = (): Promise<string> => invoke("http_token");
/** Replaces the token: programs with the old one are refused from then on. */
export const renewHttpToken = (): Promise<void> => invoke("renew_http_token");

/** What is shared with players. */
export const watchShare = (seen: (state: ShareState) => void): Promise<void> => watch("watch_share", seen);
/** Shares documents on the local network; nothing for null. Needs the user's consent. */
export const share = (choice: ShareChoice | null): Promise<void> => invoke("share", { choice });

/** Events from the tray, another start of the app, or a drag over the window. The shell imports dropped files itself. */
export const watchShellEvents = (seen: (event: ShellEvent) => void): Promise<void> => watch("watch_shell_events", seen);
/** Opens a small window with an entry, above all others. */
export const openPinned = (uri: string): Promise<void> => invoke("open_pinned", { uri });
/** Opens an https URL in the user's browser. */
export const openLink = (url: string): Promise<void> => invoke("open_link", { url });
/** Lets the user choose a new file and copies to it what exists nowhere else; false if none was chosen. */
export const backUp = (name: string): Promise<boolean> => invoke("back_up", { name });
/** Lets the user pick a backup, which replaces what exists nowhere else; false if none was picked. */
export const restore = (): Promise<boolean> => invoke("restore");
/** Opens the library's folder in the file manager. */
export const openFolder = (): Promise<void> => invoke("open_folder");
/** Opens the folder of the log in the file manager. */
export const openLogs = (): Promise<void> => invoke("open_logs");
export const hideWindow = (): Promise<void> => invoke("hide_window");
/** Stops the servers, then ends the app. */
export const quit = (): Promise<void> => invoke("quit");
