import { untrack } from "svelte";
import { browse, documents } from "../host";
import type { Answer, Browsed, Document, Field, Listed, Problem } from "../host-types";
import type { App } from "../shell/app.svelte";
import { count } from "../words";
import { type Asked, openedBy, readAddress, writeAddress } from "./address";
import { NEXT, OF_ALL_KINDS, type Stand, standOf, withEvery, withStand } from "./filters";
import { takeScope } from "./scopes";

/** How many rows are fetched at once. */
const PAGE = 100;
/** Search by meaning is slower than typing: it waits for a pause. */
const MEANING_AFTER_MS = 250;
/** How long the arrows rest before the open entry follows them. */
const FOLLOW_AFTER_MS = 60;
/** What takes longer is said to be under way. */
const LATE_AFTER_MS = 200;

/** What is searched for in the Browse view, and what was found. What is asked stands in the address. */
export class Search {
  #app: App;
  readonly asked: Asked = $derived.by(() => readAddress(this.#app.routes.query));
  /** The entry that is open beside the list. */
  readonly opened: string | null = $derived.by(() => openedBy(this.#app.routes.query));
  answer: Browsed | null = $state.raw(null);
  /** What the server says beside the answer, such as that search by meaning is not ready. */
  message: string | null = $state(null);
  /** The rows that were fetched, by their place. */
  rows: (Listed | undefined)[] = $state.raw([]);
  /** The place of the row that Enter opens. */
  active: number = $state(0);
  problem: Problem | null = $state.raw(null);
  /** An answer is waited for, for longer than a moment. */
  late: boolean = $state(false);
  documents: Document[] = $state.raw([]);
  /** Counts the answers to something new: with each the list begins at its top. */
  turned: number = $state(0);
  /** Counts what was asked; the answer to a later question never gives way to that to an earlier one. */
  #asks = 0;
  #shown = 0;
  #pages = new Set<number>();
  #answered = "";
  #following: ReturnType<typeof setTimeout> | undefined;

  readonly #question = $derived.by(() => JSON.stringify(this.asked));
  readonly #library = $derived.by(
    () => `${this.#app.server.isRunning} ${this.#app.server.state.statistics?.entries} ${this.#app.jobs.ended}`,
  );

  constructor(app: App) {
    this.#app = app;
    $effect(() => {
      void this.#question;
      void this.#library;
      return untrack(() => this.#ask());
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

  /** What stands in the field; scopes at its beginning become kinds and documents. */
  type(text: string): void {
    const taken = takeScope(
      text,
      this.documents.map((document) => document.document_key),
    );
    if (!taken) return this.#change({ query: text }, false);
    let filters = taken.scope.kinds.length > 0 ? this.#filtersOfAll() : this.asked.filters;
    for (const key of taken.scope.documents) filters = withStand(filters, "document", key, "include");
    const kinds = taken.scope.kinds.length > 0 ? [...new Set(taken.scope.kinds)] : this.asked.kinds;
    this.#change({ query: taken.rest, kinds, filters }, true);
  }

  /** Keeps to kinds, or to none; filters that only other kinds have go. */
  keepTo(kinds: string[]): void {
    this.#change({ kinds, filters: this.#filtersOfAll(), cr_min: undefined, cr_max: undefined }, true);
  }

  filter(field: Field, value: string, stand?: Stand): void {
    const next = stand ?? NEXT[standOf(this.asked.filters, field, value)];
    this.#change({ filters: withStand(this.asked.filters, field, value, next) }, true);
  }

  every(field: Field, every: boolean): void {
    this.#change({ filters: withEvery(this.asked.filters, field, every) }, true);
  }

  rate(cr_min: number | undefined, cr_max: number | undefined): void {
    this.#change({ cr_min, cr_max }, true);
  }

  byMeaning(by_meaning: boolean): void {
    this.#change({ by_meaning }, true);
  }

  clearFilters(): void {
    this.#change({ filters: [], cr_min: undefined, cr_max: undefined }, true);
  }

  /** Drops the filters that keep to documents and editions. */
  everywhere(): void {
    this.#change({ filters: this.asked.filters.filter((filter) => !OF_ALL_KINDS.includes(filter.field)) }, true);
  }

  /** Moves to the row at a place, as far as there are rows. */
  moveTo(place: number): void {
    this.active = Math.max(0, Math.min(place, this.total - 1));
  }

  /** Opens the row at a place; false when there is none. */
  open(place: number): boolean {
    const row = this.rows[place];
    if (!row) return false;
    this.active = place;
    this.#app.open(row.uri);
    return true;
  }

  /** Shows the marked entry where another is open already, once the arrows rest. */
  follow(): void {
    clearTimeout(this.#following);
    this.#following = setTimeout(() => {
      const row = this.rows[this.active];
      if (row && this.opened) this.#app.routes.change(writeAddress(this.asked, row.uri));
    }, FOLLOW_AFTER_MS);
  }

  close(): void {
    this.#app.routes.go("browse", writeAddress(this.asked, null));
  }

  /** Fetches the pages that hold these places, once. */
  reach(first: number, last: number): void {
    for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page++) {
      if (this.#pages.has(page) || page * PAGE >= this.total) continue;
      this.#pages.add(page);
      const shown = this.#shown;
      browse({ ...this.asked, offset: page * PAGE, limit: PAGE }).then(
        ({ value }) => shown === this.#shown && this.#put(page, value.entries),
        () => this.#pages.delete(page),
      );
    }
  }

  #put(page: number, entries: Listed[]): void {
    const rows = [...this.rows];
    entries.forEach((entry, at) => (rows[page * PAGE + at] = entry));
    this.rows = rows;
  }

  #filtersOfAll() {
    return this.asked.filters.filter((filter) => OF_ALL_KINDS.includes(filter.field));
  }

  /** `step`: back leads to what was asked before. */
  #change(change: Partial<Asked>, step: boolean): void {
    const address = writeAddress({ ...this.asked, ...change }, this.opened);
    if (step) this.#app.routes.go("browse", address);
    else this.#app.routes.change(address);
  }

  /** Asks; what is given back stops a question that still waits. */
  #ask(): () => void {
    const turn = ++this.#asks;
    const asked = this.asked;
    const question = this.#question;
    const late = setTimeout(() => (this.late = true), LATE_AFTER_MS);
    const ask = () =>
      browse({ ...asked, offset: 0, limit: PAGE })
        .then(
          (answer) => this.#show(turn, question, answer),
          (problem: Problem) => this.#fail(turn, problem),
        )
        .finally(() => {
          clearTimeout(late);
          if (turn === this.#asks) this.late = false;
        });
    if (!asked.by_meaning) {
      void ask();
      return () => clearTimeout(late);
    }
    const wait = setTimeout(() => void ask(), MEANING_AFTER_MS);
    return () => (clearTimeout(wait), clearTimeout(late));
  }

  #show(turn: number, question: string, { value: answer, message }: Answer<Browsed>): void {
    if (turn < this.#shown) return;
    this.#shown = turn;
    this.#pages = new Set([0]);
    this.answer = answer;
    this.message = message;
    this.problem = null;
    // The library has changed under the same question: the list stays where it is.
    if (question === this.#answered) {
      this.rows = [...answer.entries, ...this.rows.slice(answer.entries.length, answer.total)];
      return this.moveTo(this.active);
    }
    this.#answered = question;
    this.rows = answer.entries;
    this.turned++;
    this.active = Math.max(
      0,
      answer.entries.findIndex((row) => row.uri === this.opened && !this.asked.query),
    );
    this.#app.say(answer.total === 0 ? "Nothing found" : `${count(answer.total)} found`);
  }

  #fail(turn: number, problem: Problem): void {
    if (turn === this.#asks) this.problem = problem;
  }
}
