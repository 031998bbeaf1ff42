import type {
  Answer,
  ClientAction,
  ClientId,
  Document,
  Kept,
  KeptChange,
  NamedDocument,
  ExportArguments,
  ServerState,
  Settings,
  SettingsChange,
  ShareChoice,
  ShellEvent,
  Stats,
  ToolCall,
  Tools,
} from "../../src/host-types";
import { system } from "../../src/system";
import { after, type Arguments, type Bridge, Feed, problem } from "./bridge";
import { browse, contentsOf } from "./browse";
import { makeCalls } from "./calls";
import { rollDice } from "./dice";
import { planEncounter } from "./encounters";
import { saveEntry } from "./own";
import { compareEntries } from "./comparison";
import { MockClients } from "./clients";
import type { Commands, MockTools } from "./commands";
import { type MockEntry, makeLibrary } from "./content";
import { OFFERED, SOURCES } from "./documents";
import { MockHttp } from "./http";
import { imported, MockJobs } from "./jobs";
import { inHome } from "./paths";
import { changed, NOTHING_KEPT } from "./kept";
import type { Options } from "./options";
import { importReport } from "./reports";
import { failed, makeStatistics, running } from "./server";
import { MockShare } from "./share";

const BGW = { key: "bgw", name: "Bestiary of Gentle Weather" };
const TKR = { key: "tkr", name: "The Kettle Road" };

/** The shell's defaults. */
const SHORTCUTS = { windows: "Alt+Shift+L", macos: "Ctrl+Super+L", linux: "Ctrl+Alt+O" };
const IMPORT = "lore://import/";

/** An answer without a message. */
const valued = <T>(value: T): Answer<T> => ({ value, message: null });

/** A mocked shell: every command of host.ts and every tool that it calls, with invented content. */
export class MockHost {
  /** The commands that were called, in order. */
  readonly calls: { command: string; args: Arguments }[] = [];
  readonly jobs: MockJobs;
  readonly clients: MockClients;
  readonly http: MockHttp;
  readonly share: MockShare;
  readonly events: Feed<ShellEvent>;
  readonly server: Feed<ServerState>;
  readonly settings: Feed<Settings>;
  #library: MockEntry[];
  #documents: Document[];
  #calls: ToolCall[];
  readonly #notes = new Map<string, string>();

  constructor(
    bridge: Bridge,
    readonly options: Options,
  ) {
    const sources = options.empty ? [] : options.first ? SOURCES.slice(0, 1) : SOURCES;
    const keys = sources.map((source) => source.document_key);
    this.#library = makeLibrary(options.large ? 60 : 1).filter((entry) => keys.includes(entry.row.document_key));
    this.#documents = sources.map(({ edition: _, ...document }) => document);
    this.#calls = options.first ? [] : makeCalls(this.#library);
    this.jobs = new MockJobs(bridge);
    this.clients = new MockClients(options.first);
    this.http = new MockHttp(bridge, options.http);
    this.share = new MockShare(bridge);
    this.events = new Feed<ShellEvent>(bridge, { is: "dragEnd" });
    this.settings = new Feed<Settings>(bridge, {
      theme: "system",
      startAtLogin: false,
      shortcut: SHORTCUTS[system],
      shortcutProblem: null,
      quickLookShortcut: "Ctrl+Alt+I",
      quickLookShortcutProblem: null,
      onboarded: !options.first,
      version: "0.1.0",
    });
    this.server = new Feed(bridge, options.failing ? failed() : running(this.#statistics()));
    bridge.commands = (command, args) => this.#answer(command, args);
    if (options.reports) this.#addReports();
    if (options.busy) this.#startJobs();
  }

  /** Returns the arguments of the calls of a command or a tool, in order. */
  callsOf(command: string): Arguments[] {
    return this.calls.filter((call) => call.command === command).map(({ args }) => args);
  }

  async #answer(called: string, given: Arguments): Promise<unknown> {
    const isTool = called === "call";
    const command = isTool ? (given["tool"] as string) : called;
    const args = isTool ? (given["arguments"] as Arguments) : given;
    this.calls.push({ command, args });
    if (this.options.slow) await after(400);
    if (this.options.failing && (isTool || command === "read_resource")) {
      throw problem(
        "server-not-running",
        "The server does not answer.",
        "Look at Settings for what happened, and start it again there.",
      );
    }
    const commands: object = isTool ? this.#tools : this.#commands;
    const run = (commands as Partial<Record<string, (args: Arguments) => unknown>>)[command];
    if (!run) throw problem("unknown-command", `The mocked shell has no command ${command}.`);
    return run(args);
  }

  readonly #commands: Commands = {
    watch_server: ({ channel }) => this.server.watch(channel),
    watch_jobs: ({ channel }) => this.jobs.feed.watch(channel),
    watch_shell_events: ({ channel }) => this.events.watch(channel, false),
    restart_server: () => this.#restart(),
    read_resource: ({ uri }) => this.#resource(uri as string),
    start_sync: ({ documents, allowRemovals }) =>
      void this.jobs.start({
        is: "sync",
        documents: documents as NamedDocument[],
        allowRemovals: allowRemovals as boolean,
      }),
    export_entries: ({ request, name, extension }) => {
      const file = `${name as string}.${extension as string}`;
      this.jobs.start({ is: "export", request: request as ExportArguments, path: inHome(file), file });
      return true;
    },
    pick_imports: () =>
      Boolean(this.jobs.start({ is: "import", path: inHome("homebrew/orchard.orcbrew"), file: "orchard.orcbrew" })),
    cancel_job: ({ id }) => this.jobs.cancel(id as number),
    close_job: ({ id }) => this.jobs.close(id as number),
    clients: () => this.clients.all,
    plan_client: ({ client, action }) => this.clients.plan(client as ClientId, action as ClientAction),
    apply_plan: () => this.clients.apply(),
    undo_client: ({ client }) => this.clients.undo(client as ClientId),
    test_client: ({ client }) => after(500).then(() => this.clients.test(client as ClientId)),
    watch_settings: ({ channel }) => this.settings.watch(channel),
    change_settings: ({ change }) => this.#change(change as SettingsChange),
    watch_http: ({ channel }) => this.http.feed.watch(channel),
    serve_http: ({ on, port }) => this.http.serve(on as boolean, port as number),
    http_token: () => this.http.token,
    renew_http_token: () => this.http.renew(),
    watch_share: ({ channel }) => this.share.feed.watch(channel),
    share: ({ choice }) => this.share.share(choice as ShareChoice | null),
    open_pinned: () => undefined,
    open_link: () => undefined,
    open_logs: () => undefined,
    open_folder: () => undefined,
    back_up: () => true,
    restore: () => after(300).then(() => true),
    hide_window: () => undefined,
    quit: () => undefined,
  };

  readonly #tools: MockTools = {
    browse_entries: (request) => browse(this.#library, request),
    campaign: (change) => this.#keep(change),
    change_settings: (change) => this.#changeLibrary(change),
    clear_cache: () => {
      this.#changeStatistics({}, { questions: 0, fresh: 0, stale: 0, failures: 0, hits: 0, misses: 0 });
      return valued({ questions: 214 });
    },
    delete_document: ({ document }) => valued(this.#delete(document)),
    list_documents: () => valued(this.#counted()),
    list_open5e: () =>
      this.options.offline
        ? {
            value: { documents: OFFERED.slice(0, 3) },
            message: "Open5e could not be reached (offline mode is on); this is the list of 2 days ago.",
          }
        : after(150).then(() => valued({ documents: OFFERED })),
    plan_encounter: (request) => planEncounter(this.#library, request),
    read_book: ({ document, uris = [] }) =>
      valued(document ? contentsOf(this.#library, document) : uris.map((uri) => this.#read(uri))),
    read_entry: ({ uri, compare_with: other }) => {
      const entry = this.#read(uri);
      return valued(other ? compareEntries(entry, this.#read(other)) : entry);
    },
    roll: ({ dice }) => valued(rollDice(dice ?? "")),
    save_entry: (request) => saveEntry(this.#library, request),
  };

  #resource(uri: string): unknown {
    if (!uri.startsWith(IMPORT)) return this.#calls;
    return this.#documents
      .filter((each) => each.document_key === uri.slice(IMPORT.length))
      .flatMap((each) => each.import?.files.map(importReport) ?? []);
  }

  #keep(change: KeptChange): Answer<Kept> {
    const state = this.server.value;
    const answer = changed(state.kept ?? NOTHING_KEPT, change, this.#library);
    const noted = this.#library.find(({ row }) => row.uri === change.note_on);
    if (noted && change.note !== undefined) this.#notes.set(noted.row.uri, change.note ?? "");
    this.server.publish({ ...state, kept: answer.value });
    return answer;
  }

  #counted(): Document[] {
    return this.#documents.map((document) => ({
      ...document,
      entity_count: this.#library.filter((entry) => entry.row.document_key === document.document_key).length,
    }));
  }

  #read(uri: string) {
    const found = this.#library.find((entry) => entry.row.uri === uri);
    if (!found) throw problem("invalid_arguments", `there is no entry at ${uri}`, "Correct the arguments.");
    const note = this.#notes.get(uri);
    return { ...found.whole, entry: { ...found.whole.entry, ...(note ? { user_note: note } : {}) } };
  }

  #delete(key: string): Document {
    const [deleted] = this.#documents.filter((document) => document.document_key === key);
    if (!deleted) throw problem("no_such_document", `The library has no document ${key}.`);
    this.#documents = this.#documents.filter((document) => document !== deleted);
    this.#library = this.#library.filter((entry) => entry.row.document_key !== key);
    this.#changeStatistics();
    return deleted;
  }

  #change(change: SettingsChange): Settings {
    const shortcut = change.shortcut ?? this.settings.value.shortcut;
    const shortcutProblem = shortcut === "Ctrl+Alt+T" ? "Another program has these keys already." : null;
    this.settings.publish({ ...this.settings.value, ...change, shortcutProblem });
    return this.settings.value;
  }

  #changeLibrary(change: Tools["change_settings"]["arguments"]): Answer<Tools["change_settings"]["value"]> {
    const { notes_calls, cache } = this.server.value.statistics ?? this.#statistics();
    const value = { keep_activity: change.keep_activity ?? notes_calls, offline: change.offline ?? cache.offline };
    this.#changeStatistics({ notes_calls: value.keep_activity }, { offline: value.offline });
    return valued(value);
  }

  #statistics = () => makeStatistics(this.#library, this.#documents.length, this.options.offline);

  #changeStatistics(change: Partial<Stats> = {}, cache: Partial<Stats["cache"]> = {}): void {
    const before = this.server.value.statistics ?? this.#statistics();
    const statistics = { ...this.#statistics(), notes_calls: before.notes_calls, ...change };
    this.server.publish({ ...this.server.value, statistics: { ...statistics, cache: { ...before.cache, ...cache } } });
  }

  #restart(): void {
    this.options.failing = false;
    this.server.publish({ ...this.server.value, phase: { is: "starting" } });
    setTimeout(() => this.server.publish(running(this.#statistics())), 300);
  }

  #addReports(): void {
    const orchard = inHome("homebrew/orchard.orcbrew");
    this.jobs.add({ is: "import", path: orchard, file: "orchard.orcbrew" }, imported(importReport(orchard)));
    this.jobs.add(
      { is: "sync", documents: [TKR], allowRemovals: false },
      {
        is: "failed",
        problem: problem(
          "unreachable",
          "Open5e could not be reached: no connection came about in time.",
          "Look at your connection, then try again.",
        ),
      },
    );
  }

  #startJobs(): void {
    this.jobs.pace = 2000;
    this.jobs.start({ is: "sync", documents: [BGW, TKR], allowRemovals: false });
    this.jobs.start({ is: "import", path: inHome("homebrew/orchard.orcbrew"), file: "orchard.orcbrew" });
  }
}
