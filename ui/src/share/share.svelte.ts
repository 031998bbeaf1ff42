import { share, watchShare } from "../host";
import type { Document, SharePlace, ShareState } from "../host-types";
import { errorText } from "../problem";

/** Tells whether everybody may pass a book on. The server calls the licence of the user's own files unknown. */
export const isOpen = ({ license }: Document): boolean => !/^unknown/i.test(license ?? "unknown");

/** What the user shares with players. */
export class Share {
  state: ShareState = $state.raw({ phase: { is: "stopped" }, place: null });
  trouble: string | null = $state(null);
  /** The keys of the chosen books; null before the user has chosen. */
  chosen: string[] | null = $state.raw(null);
  /** With the user's notes. */
  notes = $state(false);

  readonly place: SharePlace | null = $derived(this.state.place);
  readonly isOn: boolean = $derived(this.state.phase.is !== "stopped");

  /** Follows the state, in the window that may. */
  watch(): void {
    watchShare((state) => (this.state = state)).catch((reason: unknown) => (this.trouble = errorText(reason)));
  }

  /** Returns the books that are shared: those the user chose, or at first those that everybody may pass on. */
  keysOf(documents: Document[]): string[] {
    const known = documents.filter(isOpen).map(({ document_key }) => document_key);
    return (this.chosen ?? known).filter((key) => documents.some(({ document_key }) => document_key === key));
  }

  toggle(documents: Document[], key: string): void {
    const keys = this.keysOf(documents);
    this.chosen = keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key];
  }

  /** Begins to share. Needs the user's consent. */
  begin(documents: Document[]): Promise<void> {
    return this.#try(share({ documents: this.keysOf(documents), notes: this.notes }));
  }

  end(): Promise<void> {
    return this.#try(share(null));
  }

  async #try(work: Promise<void>): Promise<void> {
    this.trouble = await work.then(() => null, errorText);
  }
}
