import type {
  Answer,
  BrowseArguments,
  ClientAction,
  Document,
  Kept,
  KeptChange,
  EncounterArguments,
  EntryArguments,
  NamedDocument,
  ExportArguments,
  ServerState,
  Settings,
  SettingsChange,
  ShareChoice,
  ToolCall,
  ShellEvent,
} from "../../src/host-types";
import { system } from "../../src/system";
import { after, type Arguments, type Bridge, Feed, problem } from "./bridge";
import { browse } from "./browse";
import { makeCalls } from "./calls";
import { planEncounter } from "./encounters";
import { saveEntry } from "./own";
import { compareEntries } from "./comparison";
import { MockClients } from "./clients";
import type { Commands } from "./commands";
import { type MockEntry, makeLibrary } from "./content";
import { OFFERED, SOURCES } from "./documents";
import { MockHttp } from "./http";
import { MockJobs } from "./jobs";
import { inHome, LIBRARY } from "./paths";
import { changed, NOTHING_KEPT } from "./kept";
import type { Options } from "./options";
import { importReport } from "./reports";
import { failed, makeStatistics, running } from "./server";
import { MockShare } from "./share";

const BGW = { key: "bgw", name: "Bestiary of Gentle Weather" };
const TKR = { key: "tkr", name: "The Kettle Road" };

/** A mocked shell: every command of host.ts, with invented content. */
/** The shell's defaults. */
const SHORTCUTS = { windows: "Alt+Shift+L", macos: "Ctrl+Super+L", linux: "Ctrl+Alt+O" };

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
      offline: options.offline,
      keepActivity: true,
      onboarded: !options.first,
      home: LIBRARY,
      version: "0.1.0",
    });
    this.server = new Feed(bridge, options.failing ? failed() : running(this.#statistics()));
    bridge.commands = (command, args) => this.#answer(command, args);
    if (options.reports) this.#addReports();
    if (options.busy) this.#startJobs();
  }

  /** Returns the arguments of the calls of a command, in order. */
  callsOf(command: string): Arguments[] {
    return this.calls.filter((call) => call.command === command).map(({ args }) => args);
  }

  async #answer(command: string, args: Arguments): Promise<unknown> {
    this.calls.push({ command, args });
    if (this.options.slow) await after(400);
    const library = [
      "browse",
      "plan_encounter",
      "save_entry",
      "read_entry",
      "compare_entries",
      "documents",
      "open5e_documents",
      "import_reports",
      "delete_document",
      "activity",
    ];
    if (this.options.failing && library.includes(command)) {
      throw problem(
        "server-not-running",
        "The server does not answer.",
        "Look at Settings for what happened, and start it again there.",
      );
    }
    const run = (this.#commands as Partial<Record<string, (args: Arguments) => unknown>>)[command];
    if (!run) throw problem("unknown-command", `The mocked shell has no command ${command}.`);
    return run(args);
  }

  readonly #commands: Commands = {
    watch_server: ({ channel }) => this.server.watch(channel),
    watch_jobs: ({ channel }) => this.jobs.feed.watch(channel),
    watch_shell_events: ({ channel }) => this.events.watch(channel, false),
    restart_server: () => this.#restart(),
    browse: ({ request }) => browse(this.#library, request as BrowseArguments),
    plan_encounter: ({ request }) => planEncounter(this.#library, request as EncounterArguments),
    read_entry: ({ uri }) => this.#read(uri as string),
    compare_entries: ({ first, second }) => compareEntries(this.#read(first as string), this.#read(second as string)),
    documents: () => this.#counted(),
    open5e_documents: () =>
      this.options.offline
        ? {
            value: { documents: OFFERED.slice(0, 3) },
            message: "Open5e could not be reached (offline mode is on); this is the list of 2 days ago.",
          }
        : after(150).then(() => ({ value: { documents: OFFERED }, message: null })),
    delete_document: ({ key }) => this.#delete(key as string),
    import_reports: ({ key }) =>
      this.#documents
        .filter((each) => each.document_key === key)
        .flatMap((each) => each.import?.files.map(importReport) ?? []),
    save_entry: ({ request }) => saveEntry(this.#library, request as EntryArguments),
    keep: ({ change }) => this.#keep(change as KeptChange),
    clear_cache: () => this.#changeCache({ questions: 0, fresh: 0, stale: 0, failures: 0, hits: 0, misses: 0 }),
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
    activity: () => this.#calls,
    clients: () => this.clients.all,
    plan_client: ({ client, action }) => this.clients.plan(client as string, action as ClientAction),
    apply_plan: ({ plan }) => this.clients.apply(plan as number),
    open_install_link: ({ client }) => this.clients.openInstallLink(client as string),
    undo_client: ({ client }) => this.clients.undo(client as string),
    test_client: ({ client }) => after(500).then(() => this.clients.test(client as string)),
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
    hide_window: () => undefined,
    quit: () => undefined,
  };

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
    if (!found)
      throw problem("unknown-entry", `The library has no entry ${uri}.`, "It may have gone with its document.");
    const note = this.#notes.get(uri);
    return { ...found.whole, entry: { ...found.whole.entry, ...(note ? { user_note: note } : {}) } };
  }

  #delete(key: string): void {
    this.#documents = this.#documents.filter((document) => document.document_key !== key);
    this.#library = this.#library.filter((entry) => entry.row.document_key !== key);
    this.#changeCache();
  }

  #change(change: SettingsChange): Settings {
    const shortcut = change.shortcut ?? this.settings.value.shortcut;
    const shortcutProblem = shortcut === "Ctrl+Alt+T" ? "Another program has these keys already." : null;
    this.settings.publish({ ...this.settings.value, ...change, shortcutProblem });
    return this.settings.value;
  }

  #statistics = () => makeStatistics(this.#library, this.#documents.length, this.settings.value.offline);

  #changeCache(cache: Partial<ReturnType<typeof makeStatistics>["cache"]> = {}): void {
    const statistics = this.#statistics();
    this.server.publish({
      ...this.server.value,
      statistics: { ...statistics, cache: { ...statistics.cache, ...cache } },
    });
  }

  #restart(): void {
    this.options.failing = false;
    this.server.publish({ ...this.server.value, phase: { is: "starting" } });
    setTimeout(() => this.server.publish(running(this.#statistics())), 300);
  }

  #addReports(): void {
    const orchard = inHome("homebrew/orchard.orcbrew");
    this.jobs.add(
      { is: "import", path: orchard, file: "orchard.orcbrew" },
      { is: "imported", message: "Imported 40 entries.", reports: [importReport(orchard)], refused: [] },
    );
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
