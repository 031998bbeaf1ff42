import { contentsOf } from "../host";
import type { Document, Kept, Problem } from "../host-types";
import { asProblem } from "../problem";
import type { App } from "../shell/app.svelte";
import { Book, type ContentsNode, documentOf } from "./contents";

/** The contents of documents, read once for each state of the library. */
export class Books {
  #version = "";
  #read = new Map<string, Promise<Book>>();

  read(document: string, version: string): Promise<Book> {
    if (version !== this.#version) this.#read.clear();
    this.#version = version;
    const known = this.#read.get(document);
    if (known) return known;
    const reading = contentsOf(document).then((entries) => new Book(document, entries));
    reading.catch(() => this.#read.delete(document));
    this.#read.set(document, reading);
    return reading;
  }
}

/** The key under which the page keeps the document that was read last. */
export const LAST = "book";

/** The document that was read last, or else one of the rules that come first. */
export function firstToRead(all: Document[], kept: Kept | null): Document | undefined {
  const last = localStorage.getItem(LAST);
  const edition = kept?.campaigns.find(({ name }) => name === kept.chosen)?.edition ?? "2024";
  return (
    all.find(({ document_key: key }) => key === last) ??
    all.find(({ game_system: system }) => system?.endsWith(edition)) ??
    all[0]
  );
}

/** The place of an address in its book. */
export class Place {
  book: Book | null = $state.raw(null);
  problem: Problem | null = $state.raw(null);
  readonly node: ContentsNode | undefined = $derived.by(() => this.book?.find(this.#uri()));
  readonly #uri: () => string;

  constructor(app: App, uri: () => string) {
    this.#uri = uri;
    const document = $derived(documentOf(uri()));
    $effect(() => {
      const [key, version] = [document, app.libraryVersion];
      if (!key || !app.server.isRunning) return;
      let isWanted = true;
      app.books.read(key, version).then(
        (book) => isWanted && ((this.book = book), (this.problem = null)),
        (reason: unknown) => isWanted && ((this.book = null), (this.problem = asProblem(reason))),
      );
      return () => (isWanted = false);
    });
  }
}
