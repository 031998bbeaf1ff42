import { SvelteSet } from "svelte/reactivity";
import type { Book, ContentsNode } from "./contents";

export interface TreeRow {
  node: ContentsNode;
  depth: number;
  /** Undefined if it has no parts. */
  isOpen: boolean | undefined;
}

/** The tree of a book's contents: which parts are unfolded, and which row the keys move. */
export class Tree {
  readonly rows: TreeRow[] = $derived.by(() => this.#rowsOf(this.#book.root.parts, 1));
  #active: ContentsNode | undefined = $state.raw();
  /** The index of the row that has the focus. */
  readonly at: number = $derived(
    Math.max(
      0,
      this.rows.findIndex(({ node }) => node === this.#active),
    ),
  );
  readonly #book: Book;
  /** The addresses of what is unfolded. */
  readonly #open = new SvelteSet<string>();

  constructor(book: Book) {
    this.#book = book;
  }

  #rowsOf(parts: ContentsNode[], depth: number): TreeRow[] {
    return parts.flatMap((node) => {
      const isOpen = node.parts.length > 0 ? this.#open.has(node.uri) : undefined;
      return [{ node, depth, isOpen }, ...(isOpen ? this.#rowsOf(node.parts, depth + 1) : [])];
    });
  }

  /** Unfolds what is above a node, and moves to it. */
  show(node: ContentsNode | undefined): void {
    for (let each = node?.up; each; each = each.up) this.#open.add(each.uri);
    if (this.rows.some((row) => row.node === node)) this.#active = node;
  }

  fold({ node, isOpen }: TreeRow): void {
    this.#active = node;
    if (isOpen) this.#open.delete(node.uri);
    else if (isOpen === false) this.#open.add(node.uri);
  }

  /** Moves or folds by a key, as trees do; returns false for any other key. */
  press(key: string): boolean {
    const row = this.rows[this.at];
    if (!row) return false;
    const { node, isOpen } = row;
    if (key === "ArrowDown") this.#moveTo(this.at + 1);
    else if (key === "ArrowUp") this.#moveTo(this.at - 1);
    else if (key === "Home") this.#moveTo(0);
    else if (key === "End") this.#moveTo(this.rows.length - 1);
    else if (key === "ArrowRight" && isOpen) this.#moveTo(this.at + 1);
    else if (key === "ArrowLeft" && !isOpen) this.#moveTo(this.rows.findIndex((each) => each.node === node.up));
    else if (key === "ArrowRight" || key === "ArrowLeft") this.fold(row);
    else return false;
    return true;
  }

  #moveTo(index: number): void {
    this.#active = this.rows[Math.max(0, Math.min(index, this.rows.length - 1))]?.node;
  }
}
