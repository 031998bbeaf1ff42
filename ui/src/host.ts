/** The one file that talks to the shell (src-tauri/src/commands/). A command that fails rejects with a `Problem`. */
import { Channel, invoke } from "@tauri-apps/api/core";
import type {
  Answer,
  BrowseArguments,
  Browsed,
  Client,
  ClientAction,
  ClientPlan,
  ClientTest,
  Document,
  HttpState,
  ImportReport,
  Job,
  Offered,
  ServerState,
  Settings,
  SettingsChange,
  ToolCall,
  WholeEntry,
  Wish,
} from "./host-types";

/** Calls `seen` with what a command tells now and at every change. */
async function watch<T>(command: string, seen: (value: T) => void): Promise<void> {
  const channel = new Channel<T>();
  channel.onmessage = seen;
  await invoke(command, { channel });
}

/** The managed server. */
export const watchServer = (seen: (state: ServerState) => void): Promise<void> => watch("watch_server", seen);
/** Starts the server again where it waits to be restarted or has failed. */
export const restartServer = (): Promise<void> => invoke("restart_server");

/** What matches; quick enough for every keystroke, unless it is to search by meaning. */
export const browse = (request: BrowseArguments): Promise<Answer<Browsed>> => invoke("browse", { request });
export const readEntry = (uri: string): Promise<WholeEntry> => invoke("read_entry", { uri });

export const documents = (): Promise<Document[]> => invoke("documents");
/** What Open5e offers; asks the net unless it was asked lately. */
export const open5eDocuments = (): Promise<Answer<Offered>> => invoke("open5e_documents");
/** Deletes a document for good; the user must have said so. */
export const deleteDocument = (key: string): Promise<void> => invoke("delete_document", { key });
/** The reports of the imports that a document of the user's own comes from. */
export const importReports = (key: string): Promise<ImportReport[]> => invoke("import_reports", { key });
/** Forgets what was asked of Open5e and when; the user must have said so. */
export const clearCache = (): Promise<void> => invoke("clear_cache");

/** Every job that is waiting, at work, or has a report that is not closed yet. */
export const watchJobs = (seen: (jobs: Job[]) => void): Promise<void> => watch("watch_jobs", seen);
/** Fetches documents of Open5e, or everything (none named). */
export const startSync = (documents: string[], allowRemovals = false): Promise<void> =>
  invoke("start_sync", { documents, allowRemovals });
/** Lets the user pick files and imports them; false when none was picked. */
export const pickImports = (): Promise<boolean> => invoke("pick_imports");
export const cancelJob = (id: number): Promise<void> => invoke("cancel_job", { id });
/** Forgets a job that has ended. */
export const closeJob = (id: number): Promise<void> => invoke("close_job", { id });

/** What was asked last, newest first. */
export const activity = (): Promise<ToolCall[]> => invoke("activity");
export const clients = (): Promise<Client[]> => invoke("clients");
/** What an action would write; nothing is written yet. */
export const planClient = (client: string, action: ClientAction): Promise<ClientPlan> =>
  invoke("plan_client", { client, action });
export const applyPlan = (plan: number): Promise<void> => invoke("apply_plan", { plan });
export const undoClient = (client: string): Promise<void> => invoke("undo_client", { client });
/** Starts the server as the client would, lists its tools and makes a lookup. */
export const testClient = (client: string): Promise<ClientTest> => invoke("test_client", { client });

/** The settings, and every change of them: here, in the tray, or by an assistant. */
export const watchSettings = (seen: (settings: Settings) => void): Promise<void> => watch("watch_settings", seen);
/** Changes what is given and tells the settings as they are then. */
export const changeSettings = (change: SettingsChange): Promise<Settings> => invoke("change_settings", { change });

/** The server for programs that want an address. */
export const watchHttp = (seen: (state: HttpState) => void): Promise<void> => watch("watch_http", seen);
/** Switches it on or off, or gives it another port; one that has failed tries again. */
export const serveHttp = (on: boolean, port: number): Promise<void> => invoke("serve_http", { on, port });
/** What programs must show to be let in; only for a user who wants to see or to copy it. */
export const httpToken = (): Promise<string> => invoke("http_token");
/** Makes another token: programs that know only the old one are refused from then on. */
export const renewHttpToken = (): Promise<void> => invoke("renew_http_token");

/** What the tray, a shortcut or files that are dragged over the window ask of the page. Dropped files become jobs by themselves. */
export const watchWishes = (seen: (wish: Wish) => void): Promise<void> => watch("watch_wishes", seen);
/** Keeps an entry in a small window of its own, above the others. */
export const openPinned = (uri: string): Promise<void> => invoke("open_pinned", { uri });
/** Opens an https address in the user's browser. */
export const openLink = (url: string): Promise<void> => invoke("open_link", { url });
/** Shows the library's folder. */
export const openFolder = (): Promise<void> => invoke("open_folder");
export const hideWindow = (): Promise<void> => invoke("hide_window");
/** Ends the servers, then the app. */
export const quit = (): Promise<void> => invoke("quit");
