import type { App } from "../shell/app.svelte";
import type { Key } from "../shell/keys.svelte";
import { RESULTS } from "./results";
import type { Search } from "./search.svelte";

interface ListParts {
  field: () => HTMLInputElement | undefined;
  /** Returns the number of visible rows. */
  page: () => number;
}

interface Parts extends ListParts {
  toggleFilters: () => void;
}

const group = "Browse";

/** The shortcuts of a search field with its list; they work in both. */
export function listKeys(search: Search, { field, page }: ListParts, moved: () => void, enter: () => boolean): Key[] {
  const inList = (event: KeyboardEvent) =>
    event.target === document.body ||
    event.target === field() ||
    (event.target instanceof Element && event.target.id === RESULTS);
  const move = (to: () => number) => (event: KeyboardEvent) => {
    if (!inList(event) || search.total === 0) return false;
    search.moveTo(to());
    moved();
    return true;
  };
  return [
    { keys: "ArrowDown", does: "Next entry", group, run: move(() => search.active + 1) },
    { keys: "ArrowUp", does: "Previous entry", group, run: move(() => search.active - 1) },
    { keys: "PageDown", does: "A page down in the list", group, run: move(() => search.active + page()) },
    { keys: "PageUp", does: "A page up in the list", group, run: move(() => search.active - page()) },
    { keys: "Enter", does: "Open the selected entry", group, run: (event) => inList(event) && enter() },
    {
      keys: "Shift+Enter",
      does: "Open the selected entry in its other edition",
      group,
      run: (event) => inList(event) && search.openOther(),
    },
  ];
}

/** The shortcuts of the Browse view. */
export function browseKeys(app: App, search: Search, parts: Parts): Key[] {
  const follow = () => {
    if (search.opened && document.getElementById(RESULTS)?.checkVisibility()) search.follow();
  };
  return [
    ...listKeys(search, parts, follow, () => search.open(search.active)),
    { keys: "Mod+F", does: "Show or hide the filters", group, run: parts.toggleFilters },
    { keys: "Escape", does: "Clear the search, then close the entry", group, run: () => escape() },
    { keys: "Tab", does: "Complete a kind or book, such as spell:", group },
    { keys: "X", does: "Exclude the focused filter value", group },
  ];

  function escape(): boolean {
    if (app.preview.whole) app.preview.hide();
    else if (search.request.query) search.type("");
    else if (search.opened) search.close();
    else return false;
    parts.field()?.focus();
    return true;
  }
}
