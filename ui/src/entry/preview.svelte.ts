import type { WholeEntry } from "../host-types";
import type { EntryCache } from "./entry-cache";

/** Delays before a preview opens and closes. */
const SHOW_DELAY_MS = 250;
const HIDE_DELAY_MS = 200;

/** The preview of the entry that a link points to. */
export class Preview {
  whole: WholeEntry | null = $state.raw(null);
  /** The position of the link in the window. */
  anchor: DOMRect | null = $state.raw(null);
  #entryCache: EntryCache;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;

  constructor(entryCache: EntryCache) {
    this.#entryCache = entryCache;
  }

  /** Opens the preview of an entry beside a link after a moment. */
  show(uri: string, link: Element): void {
    clearTimeout(this.#timer);
    const turn = ++this.#turn;
    this.#timer = setTimeout(() => void this.#open(turn, uri, link), SHOW_DELAY_MS);
  }

  /** Keeps the preview open while the pointer is within it. */
  stay(): void {
    clearTimeout(this.#timer);
  }

  /** Closes the preview unless the pointer returns soon. */
  leave(): void {
    clearTimeout(this.#timer);
    const turn = ++this.#turn;
    this.#timer = setTimeout(() => turn === this.#turn && this.hide(), HIDE_DELAY_MS);
  }

  async #open(turn: number, uri: string, link: Element): Promise<void> {
    const whole = this.#entryCache.known(uri) ?? (await this.#entryCache.read(uri).catch(() => null));
    if (turn !== this.#turn || !whole) return;
    this.anchor = link.getBoundingClientRect();
    this.whole = whole;
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.#turn++;
    this.whole = null;
  }
}
