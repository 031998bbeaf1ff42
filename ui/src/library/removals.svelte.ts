import { deleteDocument } from "../host";
import type { Document } from "../host-types";
import { errorText } from "../problem";

/**
 * The documents that the user has marked for removal and can still keep. They are deleted when the user
 * confirms or leaves the view. If the app ends before, they stay.
 */
export class Removals {
  marked: Document[] = $state.raw([]);
  /** Errors of deletions, until the user closes them. */
  troubles: string[] = $state.raw([]);
  /** The removal has been explained; once is enough. */
  explained: boolean = $state(false);

  has(key: string): boolean {
    return this.marked.some((document) => document.document_key === key);
  }

  mark(document: Document): void {
    if (!this.has(document.document_key)) this.marked = [...this.marked, document];
  }

  undo(key: string): void {
    this.marked = this.marked.filter((document) => document.document_key !== key);
  }

  /** Deletes a marked document. */
  async deleteNow(key: string): Promise<void> {
    const document = this.marked.find((marked) => marked.document_key === key);
    if (!document) return;
    this.undo(key);
    try {
      await deleteDocument(key);
    } catch (reason) {
      this.troubles = [...this.troubles, `${document.document_name} could not be removed. ${errorText(reason)}`];
    }
  }

  async deleteAll(): Promise<void> {
    await Promise.all(this.marked.map((document) => this.deleteNow(document.document_key)));
  }

  dismissErrors(): void {
    this.troubles = [];
  }
}

/** One instance for all views: an error after the view was left is shown when the user returns. */
export const removals = new Removals();
