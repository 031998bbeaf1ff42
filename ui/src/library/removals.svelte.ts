import { deleteDocument } from "../host";
import type { Document } from "../host-types";
import { troubleOf } from "../jobs/problem";

/**
 * The documents that the user removed and can still have back. They are deleted when their notice is closed or the view is
 * left; when the app ends before, they stay.
 */
export class Removals {
  marked: Document[] = $state.raw([]);
  /** Why documents could not be deleted, until the user has seen it. */
  troubles: string[] = $state.raw([]);
  /** Whether the user has been told what removing means; once is enough. */
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

  /** Deletes a document that is marked. */
  async carryOut(key: string): Promise<void> {
    const document = this.marked.find((marked) => marked.document_key === key);
    if (!document) return;
    this.undo(key);
    try {
      await deleteDocument(key);
    } catch (reason) {
      this.troubles = [...this.troubles, `${document.document_name} could not be removed. ${troubleOf(reason)}`];
    }
  }

  async carryOutAll(): Promise<void> {
    await Promise.all(this.marked.map((document) => this.carryOut(document.document_key)));
  }

  forgetTroubles(): void {
    this.troubles = [];
  }
}

/** There is one of them: a removal that fails after the view was left is told when the user comes back. */
export const removals = new Removals();
