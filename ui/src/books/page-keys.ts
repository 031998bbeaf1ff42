import type { App } from "../shell/app.svelte";
import { type Key, NEIGHBOUR_KEYS } from "../shell/keys.svelte";
import { type Book, type ContentsNode, neighbours } from "./contents";

const group = "Books";

/** The shortcuts of a page of a book. */
export function pageKeys(app: App, shown: () => { book: Book; page: ContentsNode }): Key[] {
  const go = (to: ContentsNode | null | undefined) => (to ? app.read(to.uri) : false);
  const beside = () => neighbours(shown().book, shown().page);
  return [
    { keys: NEIGHBOUR_KEYS.before, does: "Previous page", group, run: () => go(beside()[0]) },
    { keys: NEIGHBOUR_KEYS.after, does: "Next page", group, run: () => go(beside()[1]) },
    { keys: NEIGHBOUR_KEYS.up, does: "Up in the contents", group, run: () => go(shown().page.up) },
  ];
}
