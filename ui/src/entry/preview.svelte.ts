import type { WholeEntry } from "../host-types";
import type { Shelf } from "./shelf";

/** How long the pointer rests on a link before its preview opens, and how long it may be away before it closes. */
const SHOW_AFTER_MS = 250;
const HIDE_AFTER_MS = 200;

/** The one preview of an entry that a link points to. */
export class Preview {
  whole: WholeEntry | null = $state.raw(null);
  /** Where the link stands in the window. */
  anchor: DOMRect | null = $state.raw(null);
  #shelf: Shelf;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  /** Shows an entry beside a link, soon. */
  show(uri: string, link: Element): void {
    clearTimeout(this.#timer);
    const turn = ++this.#turn;
    this.#timer = setTimeout(async () => {
      const whole = this.#shelf.known(uri) ?? (await this.#shelf.read(uri).catch(() => null));
      if (turn !== this.#turn || !whole) return;
      this.anchor = link.getBoundingClientRect();
      this.whole = whole;
    }, SHOW_AFTER_MS);
  }

  /** Stays while the pointer is within it. */
  stay(): void {
    clearTimeout(this.#timer);
  }

  /** Goes unless the pointer comes back soon. */
  leave(): void {
    clearTimeout(this.#timer);
    const turn = ++this.#turn;
    this.#timer = setTimeout(() => turn === this.#turn && this.hide(), HIDE_AFTER_MS);
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.#turn++;
    this.whole = null;
  }
}
