import { saveEntry } from "../host";
import type { EntryArguments, FormField, Problem, Saved } from "../host-types";
import { sentValue, shownValue, type FormValue } from "./form";

/** The time without a keystroke after which the preview follows. */
const PREVIEW_DELAY_MS = 250;

/** What the editor begins with: a new entry, a copy of one, or an own entry to be changed. */
export type Start = Pick<EntryArguments, "copy_of" | "change">;

/** What the user has written. */
interface Draft {
  kind: string;
  name: string;
  book: string;
  text: string;
  values: Record<string, FormValue>;
}

const EMPTY: Draft = { kind: "creature", name: "", book: "", text: "", values: {} };

/** An entry that is being written, with its preview. The draft is kept until it is stored or discarded. */
export class Editor {
  draft: Draft = $state({ ...EMPTY, values: {} });
  form: FormField[] = $state.raw([]);
  preview: Saved | null = $state.raw(null);
  problem: Problem | null = $state.raw(null);
  /** True once the user may write. */
  isReady: boolean = $state(false);
  /** True for a draft that was begun earlier. */
  isResumed: boolean = $state(false);
  readonly start: Start;
  #key: string;
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(start: Start) {
    this.start = start;
    this.#key = `draft:${start.change ?? start.copy_of ?? "new"}`;
  }

  /** Reads the entry to begin with, or the draft that was kept. */
  async begin(): Promise<void> {
    const kept = this.#kept();
    if (kept) {
      this.draft = kept;
      this.isResumed = true;
      await this.#show();
    } else {
      await this.#read(this.start);
    }
    this.isReady = true;
  }

  /** Forgets the draft and begins again. */
  async discard(): Promise<void> {
    this.forget();
    this.isResumed = false;
    this.draft = { ...EMPTY, values: {} };
    await this.#read(this.start);
  }

  forget(): void {
    clearTimeout(this.#timer);
    localStorage.removeItem(this.#key);
  }

  /** Keeps what was written, and shows a preview of it after a moment. */
  changed(): void {
    localStorage.setItem(this.#key, JSON.stringify(this.draft));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#show(), PREVIEW_DELAY_MS);
  }

  /** Fills the form from the text of a stat block. Returns true if it is one. */
  async paste(text: string): Promise<boolean> {
    const isRead = await this.#read({ kind: "creature", stat_block: text });
    if (isRead) this.changed();
    return isRead;
  }

  /** Stores the entry and returns its address; nothing if something is wrong with it. */
  async store(): Promise<string | null> {
    const answer = await this.#ask({ ...this.#request(), preview: false });
    if (!answer?.stored) return null;
    this.forget();
    return answer.uri ?? null;
  }

  /** Deletes the own entry, or undoes its last change. Returns true if that was done. */
  async takeBack(how: "delete" | "undo"): Promise<boolean> {
    const answer = await this.#ask({ [how]: this.start.change, preview: false });
    if (answer?.stored) this.forget();
    return answer?.stored ?? false;
  }

  /** Returns what is wrong with a field, in words. */
  problemOf(field: string): string {
    const problem = this.#inWords(this.preview?.problems?.find((it) => it.field === field)?.problem ?? "");
    // An empty form is not wrong yet.
    return field === "name" && !this.draft.name ? "" : problem;
  }

  /** What is probably missing or was not understood, and what is wrong with no field of the form. */
  get warnings(): string[] {
    const shown = ["name", "book", "text", "stat_block", ...this.form.map(({ name }) => name)];
    const others = this.preview?.problems?.filter(({ field }) => !shown.includes(field)) ?? [];
    const warnings = [...others.map(({ problem }) => problem), ...(this.preview?.warnings ?? [])];
    return warnings.map((warning) => this.#inWords(warning));
  }

  /** Returns a sentence with the labels of fields for their names, and quotation marks as in print. */
  #inWords(sentence: string): string {
    const label = (name: string) => this.form.find((field) => field.name === name)?.label.toLowerCase() ?? name;
    return sentence.replaceAll(/`([^`]*)`/g, "“$1”").replaceAll(/[a-z]+_[a-z_]+/g, label);
  }

  #kept(): Draft | null {
    try {
      const kept = localStorage.getItem(this.#key);
      return kept === null ? null : { ...EMPTY, ...(JSON.parse(kept) as Partial<Draft>) };
    } catch {
      return null;
    }
  }

  #request(): EntryArguments {
    const { kind, name, book, text, values }: Draft = $state.snapshot(this.draft);
    const fields = Object.fromEntries(this.form.map((field) => [field.name, sentValue(values[field.name])]));
    return { ...this.start, kind, name, text, fields, ...(book ? { book } : {}) };
  }

  async #show(): Promise<void> {
    // The fields of another kind are known once its form is.
    const { kind, name } = this.draft;
    if (this.preview?.written?.kind !== kind) {
      const ofKind = await this.#ask({ kind, name });
      this.form = ofKind?.form ?? this.form;
    }
    await this.#ask(this.#request());
  }

  /** Fills the form from what a request gives. Returns true if it gives an entry. */
  async #read(request: EntryArguments): Promise<boolean> {
    const isNew = !request.copy_of && !request.change && !request.stat_block;
    const answer = await this.#ask(isNew ? { kind: this.draft.kind, name: this.draft.name } : request);
    if (!answer) return false;
    this.form = answer.form ?? this.form;
    const written = answer.written;
    if (!written || isNew) return isNew;
    this.draft.kind = written.kind;
    this.draft.name = written.name;
    this.draft.text = written.text;
    for (const field of this.form) {
      this.draft.values[field.name] = shownValue(field, written.fields[field.name]);
    }
    return true;
  }

  /** Sends a request; only the answer to the last one is shown. */
  async #ask(request: EntryArguments): Promise<Saved | null> {
    const turn = ++this.#turn;
    try {
      const { value } = await saveEntry(request);
      if (turn === this.#turn) {
        this.preview = value;
        this.problem = null;
      }
      return value;
    } catch (problem) {
      if (turn === this.#turn) this.problem = problem as Problem;
      return null;
    }
  }
}
