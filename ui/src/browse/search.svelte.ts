import { untrack } from "svelte";
import { browse, documents } from "../host";
import type { Answer, BrowseArguments, Browsed, Document, Field, Listed, Order, Problem } from "../host-types";
import type { App } from "../shell/app.svelte";
import { count } from "../words";
import { ALL_KINDS_FIELDS, type FilterMode, modeOf, NEXT_MODE, withEvery, withMode } from "./filters";
import { takeScope } from "./scopes";
import { openedBy, readAddress, type SearchRequest, writeAddress } from "./search-address";

/** Rows per request. */
const PAGE_SIZE = 100;
/** Search by meaning is slower than typing: a request waits for a pause in it. */
const MEANING_DELAY_MS = 250;
/** Shorter words are the beginning of a name. */
const MIN_MEANING_CHARS = 3;
/** The arrow keys rest this long before the open entry follows them. */
const FOLLOW_DELAY_MS = 60;
/** A request that takes longer is shown as running. */
const LATE_DELAY_MS = 200;

/** The search of the Browse view, or of the quick look, with its results. The address shows the request. */
export class Search {
  #app: App;
  #view: "browse" | "quick-look";
  request: SearchRequest = $state.raw(readAddress(""));
  /** The entry that is open beside the list. */
  readonly opened: string | null = $derived.by(() => openedBy(this.#app.routes.query));
  answer: Browsed | null = $state.raw(null);
  /** The server's message, such as that search by meaning is not ready. */
  message: string | null = $state(null);
  /** The rows that have been fetched, by their index in the list. */
  rows: (Listed | undefined)[] = $state.raw([]);
  /** The index of the selected row. */
  active: number = $state(0);
  problem: Problem | null = $state.raw(null);
  /** A request has been running for more than a moment. */
  late: boolean = $state(false);
  documents: Document[] = $state.raw([]);
  /** The request that was answered; with `by_meaning` if no name matches the words. */
  asked: BrowseArguments = $state.raw(this.request);
  /** The number of new result lists; each starts at its top. */
  listCount: number = $state(0);
  /** The number of requests; an older answer never replaces a newer one. */
  #sent = 0;
  #shown = 0;
  #pages = new Set<number>();
  #answered = "";
  #following: ReturnType<typeof setTimeout> | undefined;

  readonly #key = $derived.by(() => JSON.stringify(this.request));
  readonly #library = $derived.by(() => {
    const { statistics, kept } = this.#app.server.state;
    const campaign = kept?.campaigns.find((one) => one.name === kept.chosen);
    return JSON.stringify([
      this.#app.server.isRunning,
      statistics?.entries,
      this.#app.jobs.ended,
      this.#app.edits,
      campaign,
    ]);
  });

  constructor(app: App, view: "browse" | "quick-look" = "browse") {
    this.#app = app;
    this.#view = view;
    // Reads the address after Back, Forward or a link; a change of the request is in it already.
    $effect.pre(() => {
      const { query } = app.routes;
      if (untrack(() => writeAddress(this.request, this.opened)) !== query) this.request = readAddress(query);
    });
    $effect(() => {
      void this.#key;
      void this.#library;
      return untrack(() => this.#send());
    });
    $effect(() => {
      void this.#library;
      documents().then(
        (all) => (this.documents = all),
        () => undefined,
      );
    });
  }

  get total(): number {
    return this.answer?.total ?? 0;
  }

  /** The addresses of a row's versions: first the one that it shows, then other documents and editions. */
  versions(index: number): string[] {
    const row = this.rows[index];
    return row ? [row.uri, ...(row.also_in ?? []).map(({ uri }) => uri)] : [];
  }

  /** Searches for a text. Scopes at its start become kinds and documents. */
  type(text: string): void {
    const taken = takeScope(
      text,
      this.documents.map((document) => document.document_key),
    );
    if (!taken) return this.#change({ query: text }, false);
    let filters = taken.scope.kinds.length > 0 ? this.#filtersOfAllKinds() : this.request.filters;
    for (const key of taken.scope.documents) filters = withMode(filters, "document", key, "include");
    const kinds = taken.scope.kinds.length > 0 ? [...new Set(taken.scope.kinds)] : this.request.kinds;
    const sort = kinds === this.request.kinds ? this.request.sort : undefined;
    this.#change({ query: taken.rest, kinds, filters, sort }, true);
  }

  /** Restricts the search to kinds, or to none, and removes the filters of other kinds. */
  setKinds(kinds: string[]): void {
    const without = { cr_min: undefined, cr_max: undefined, sort: undefined };
    this.#change({ kinds, filters: this.#filtersOfAllKinds(), ...without }, true);
  }

  filter(field: Field, value: string, mode?: FilterMode): void {
    const next = mode ?? NEXT_MODE[modeOf(this.request.filters, field, value)];
    this.#change({ filters: withMode(this.request.filters, field, value, next) }, true);
  }

  setEvery(field: Field, every: boolean): void {
    this.#change({ filters: withEvery(this.request.filters, field, every) }, true);
  }

  setChallengeRange(cr_min: number | undefined, cr_max: number | undefined): void {
    this.#change({ cr_min, cr_max }, true);
  }

  /** Sorts the list; without an order, the best match or what is looked up most comes first. */
  setSort(sort: Order | undefined): void {
    this.#change({ sort }, true);
  }

  /** Sorts by a column: ascending, then descending, then as before. */
  sortBy(name: string): void {
    const { sort } = this.request;
    this.setSort(sort === name ? (`-${name}` as Order) : sort === `-${name}` ? undefined : (name as Order));
  }

  clearFilters(): void {
    this.#change({ filters: [], cr_min: undefined, cr_max: undefined }, true);
  }

  /** Removes the filters by document and edition. */
  searchEverywhere(): void {
    this.#change({ filters: this.request.filters.filter((filter) => !ALL_KINDS_FIELDS.includes(filter.field)) }, true);
  }

  /** Selects the row at an index, or the nearest one. */
  moveTo(index: number): void {
    this.active = Math.max(0, Math.min(index, this.total - 1));
  }

  /** Opens a version of the row at an index, by default the shown one; returns false if there is none. */
  open(index: number, uri = this.rows[index]?.uri): boolean {
    if (!uri) return false;
    this.active = index;
    this.#app.open(uri);
    return true;
  }

  /** Opens the next version of the selected entry: another edition, or another document. */
  openOther(): boolean {
    const versions = this.versions(this.active);
    const current = Math.max(0, versions.indexOf(this.opened ?? ""));
    return versions.length > 1 && this.open(this.active, versions[(current + 1) % versions.length]);
  }

  /** Shows the selected entry in place of the open one, once the arrow keys rest. */
  follow(): void {
    clearTimeout(this.#following);
    this.#following = setTimeout(() => {
      const row = this.rows[this.active];
      if (row && this.opened) this.#app.routes.change(writeAddress(this.request, row.uri));
    }, FOLLOW_DELAY_MS);
  }

  close(): void {
    this.#app.routes.go(this.#view, writeAddress(this.request, null));
  }

  /** Fetches the pages with these rows, each once. */
  fetchRows(first: number, last: number): void {
    for (let page = Math.floor(first / PAGE_SIZE); page <= Math.floor(last / PAGE_SIZE); page++) {
      if (this.#pages.has(page) || page * PAGE_SIZE >= this.total) continue;
      this.#pages.add(page);
      const { asked } = this;
      browse({ ...asked, offset: page * PAGE_SIZE, limit: PAGE_SIZE }).then(
        ({ value }) => asked === this.asked && this.#put(page, value.entries),
        () => this.#pages.delete(page),
      );
    }
  }

  #put(page: number, entries: Listed[]): void {
    const rows = [...this.rows];
    entries.forEach((entry, at) => (rows[page * PAGE_SIZE + at] = entry));
    this.rows = rows;
  }

  #filtersOfAllKinds() {
    return this.request.filters.filter((filter) => ALL_KINDS_FIELDS.includes(filter.field));
  }

  /** Changes the request; with `step`, Back returns to the one before. */
  #change(change: Partial<SearchRequest>, step: boolean): void {
    this.request = { ...this.request, ...change };
    const address = writeAddress(this.request, this.opened);
    if (step) this.#app.routes.go(this.#view, address);
    else this.#app.routes.change(address);
  }

  /**
   * Sends the request, and once more by meaning if no name matches; the returned function cancels what has
   * not been sent yet.
   */
  #send(): () => void {
    const number = ++this.#sent;
    const { request } = this;
    const byMeaning = { ...request, by_meaning: true };
    let pause: ReturnType<typeof setTimeout> | undefined;
    const send = async (asked: BrowseArguments) => {
      const late = setTimeout(() => (this.late = true), LATE_DELAY_MS);
      try {
        this.#show(number, asked, await browse({ ...asked, offset: 0, limit: PAGE_SIZE }));
      } catch (problem) {
        this.#fail(number, problem as Problem);
      }
      clearTimeout(late);
      if (number !== this.#sent) return;
      this.late = false;
      if (!asked.by_meaning && this.#lacksName) pause = setTimeout(() => void send(byMeaning), MEANING_DELAY_MS);
    };
    // The same request after a change of the library keeps what was found by meaning.
    void send(this.#answered === JSON.stringify(byMeaning) ? byMeaning : request);
    return () => clearTimeout(pause);
  }

  /** No entry has the words in its name, or a name that is spelt nearly so. */
  get #lacksName(): boolean {
    const best = this.answer?.entries[0];
    return this.request.query.trim().length >= MIN_MEANING_CHARS && (!best || best.found_by === "text");
  }

  #show(number: number, asked: BrowseArguments, { value: answer, message }: Answer<Browsed>): void {
    const key = JSON.stringify(asked);
    // No list is replaced under the hands of somebody who has begun to walk through it.
    const isLate = asked.by_meaning && key !== this.#answered && this.active > 0;
    if (number < this.#shown || isLate) return;
    this.#shown = number;
    this.#pages = new Set([0]);
    this.asked = asked;
    this.answer = answer;
    this.message = message;
    this.problem = null;
    // The same request after a change of the library: the list keeps its position.
    if (key === this.#answered) {
      this.rows = [...answer.entries, ...this.rows.slice(answer.entries.length, answer.total)];
      return this.moveTo(this.active);
    }
    this.#answered = key;
    this.rows = answer.entries;
    this.listCount++;
    const { opened } = this;
    this.active =
      opened && !this.request.query
        ? Math.max(
            0,
            answer.entries.findIndex((_, index) => this.versions(index).includes(opened)),
          )
        : 0;
    this.#app.say(answer.total === 0 ? "Nothing found" : `${count(answer.total)} found`);
  }

  #fail(number: number, problem: Problem): void {
    if (number === this.#sent) this.problem = problem;
  }
}
