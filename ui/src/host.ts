/** The commands of the shell (src-tauri/src/commands/); nothing else calls it. A command that fails rejects with a `Problem`. */
import { Channel, invoke } from "@tauri-apps/api/core";
import type {
  Answer,
  BrowseArguments,
  Browsed,
  Client,
  ClientAction,
  ClientPlan,
  ClientTest,
  Comparison,
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
  Saved,
  ServerState,
  Settings,
  SettingsChange,
  ShareChoice,
  ShareState,
  ToolCall,
  WholeEntry,
  ShellEvent,
} from "./host-types";

/** Calls `seen` with the value of a command, now and at every change. */
async function watch<T>(command: string, seen: (value: T) => void): Promise<void> {
  const channel = new Channel<T>();
  channel.onmessage = seen;
  await invoke(command, { channel });
}

/** The managed server. */
export const watchServer = (seen: (state: ServerState) => void): Promise<void> => watch("watch_server", seen);
/** Restarts the managed server at once if it is not running. */
export const restartServer = (): Promise<void> => invoke("restart_server");

/** Finds entries. Fast enough for every keystroke, except for a search by meaning. */
export const browse = (request: BrowseArguments): Promise<Answer<Browsed>> => invoke("browse", { request });
/** Plans encounters, or rates one. */
export const planEncounter = (request: EncounterArguments): Promise<Answer<EncounterAnswer>> =>
  invoke("plan_encounter", { request });
/** Previews an entry of the user's own; stores, deletes or undoes it if `preview` is false. */
export const saveEntry = (request: EntryArguments): Promise<Answer<Saved>> => invoke("save_entry", { request });
/** Lets the user choose a file and exports entries to it, as a job; false if none was chosen. */
export const exportEntries = (request: ExportArguments, name: string, extension: string): Promise<boolean> =>
  invoke("export_entries", { request, name, extension });
/** Compares two entries, by their addresses. */
export const compareEntries = (first: string, second: string): Promise<Comparison> =>
  invoke("compare_entries", { first, second });
export const readEntry = (uri: string): Promise<WholeEntry> => invoke("read_entry", { uri });

/** Changes campaigns, pins and notes, and returns what the user keeps. */
export const keep = (change: KeptChange): Promise<Answer<Kept>> => invoke("keep", { change });

export const documents = (): Promise<Document[]> => invoke("documents");
/** Lists the documents that Open5e offers, from the network or a recent answer. */
export const open5eDocuments = (): Promise<Answer<Offered>> => invoke("open5e_documents");
/** Deletes a document for good. Needs the user's consent. */
export const deleteDocument = (key: string): Promise<void> => invoke("delete_document", { key });
/** Returns the reports of the imports that a homebrew document comes from. */
export const importReports = (key: string): Promise<ImportReport[]> => invoke("import_reports", { key });
/** Clears the cache of answers from Open5e. Needs the user's consent. */
export const clearCache = (): Promise<void> => invoke("clear_cache");

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
export const activity = (): Promise<ToolCall[]> => invoke("activity");
export const clients = (): Promise<Client[]> => invoke("clients");
/** Returns the changes that an action would write; nothing is written yet. */
export const planClient = (client: string, action: ClientAction): Promise<ClientPlan> =>
  invoke("plan_client", { client, action });
export const applyPlan = (plan: number): Promise<void> => invoke("apply_plan", { plan });
/** Asks a program to add the server itself, with its own dialog. */
export const openInstallLink = (client: string): Promise<void> => invoke("open_install_link", { client });
export const undoClient = (client: string): Promise<void> => invoke("undo_client", { client });
/** Starts the server as the client would, lists its tools, and makes a lookup. */
export const testClient = (client: string): Promise<ClientTest> => invoke("test_client", { client });

/** The settings, with every change: in the window, in the tray, or by an assistant. */
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
/** Opens the library's folder in the file manager. */
export const openFolder = (): Promise<void> => invoke("open_folder");
/** Opens the folder of the log in the file manager. */
export const openLogs = (): Promise<void> => invoke("open_logs");
export const hideWindow = (): Promise<void> => invoke("hide_window");
/** Stops the servers, then ends the app. */
export const quit = (): Promise<void> => invoke("quit");
