import type {
  Answer,
  BrowseArguments,
  Browsed,
  CharacterOption,
  Column,
  ContentsEntry,
  Field,
  FieldCounts,
  FieldFilter,
  Kind,
  Rule,
} from "../../src/host-types";
import { SOURCES } from "./documents";
import type { MockEntry } from "./content";

const FIELDS: Field[] = [
  "level",
  "school",
  "class",
  "ritual",
  "concentration",
  "damage-type",
  "casting-time",
  "type",
  "size",
  "environment",
  "rarity",
  "attunement",
  "property",
  "category",
  "document",
  "edition",
];
const ORDER: Record<string, string[]> = {
  size: ["Tiny", "Small", "Medium", "Large", "Huge", "Gargantuan"],
  rarity: ["Common", "Uncommon", "Rare", "Very rare", "Legendary"],
};
const WHERE: Field[] = ["document", "edition"];
const SPELLS = ["level", "school", "casting-time", "range", "concentration"];
const CREATURES = ["challenge-rating", "type", "armor-class", "hit-points"];
/** The titles of columns. */
const TITLES: Record<string, string> = {
  level: "Level",
  school: "School",
  "casting-time": "Time",
  range: "Range",
  concentration: "Conc.",
  "challenge-rating": "CR",
  type: "Type",
  "armor-class": "AC",
  "hit-points": "HP",
};
const FIRST: Kind[] = ["spell", "creature", "magic-item", "weapon", "armor", "item", "class", "condition"];

const fold = (text: string) => text.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");

const BY_TEXT = 1;
const BY_SPELLING = 0.5;
/** A name without double letters, as some people spell it. */
const single = (name: string) => name.replaceAll(/(.)\1/g, "$1");

/** Returns 0 if an entry does not match the words, and more for a better match. */
function score(entry: MockEntry, words: string[]): number {
  const name = fold(entry.row.name);
  const whole = words.join(" ");
  if (name === whole) return 5;
  if (name.startsWith(whole)) return 4;
  if (words.every((word) => name.split(/\W+/).some((part) => part.startsWith(word)))) return 3;
  if (words.every((word) => name.includes(word))) return 2;
  if (words.every((word) => word.length > 2 && fold(entry.whole.text).includes(word))) return BY_TEXT;
  return whole && single(name) === single(whole) ? BY_SPELLING : 0;
}

function holds(entry: MockEntry, { field, include = [], exclude = [], every }: FieldFilter): boolean {
  const values = entry.facets[field] ?? [];
  if (exclude.some((value) => values.includes(value))) return false;
  if (include.length === 0) return true;
  return every ? include.every((value) => values.includes(value)) : include.some((value) => values.includes(value));
}

function label(field: Field, value: string): string {
  if (field === "document") return SOURCES.find((source) => source.document_key === value)?.document_name ?? value;
  if (field === "level")
    return value === "0" ? "Cantrip" : `${value}${["", "st", "nd", "rd"][Number(value)] ?? "th"} level`;
  if (value === "yes")
    return (
      { ritual: "Ritual", concentration: "Concentration", attunement: "Requires attunement" }[field as string] ?? value
    );
  return value === "other" ? "Other" : value;
}

/** The contents of a document, in the order of the library. */
export function contentsOf(library: MockEntry[], document: string): ContentsEntry[] {
  return library
    .filter(({ row }) => row.document_key === document)
    .map(({ row: { uri, name, kind }, whole: { entry }, facets }) => {
      const [level] = facets["level"] ?? [];
      return {
        uri,
        name,
        kind,
        parent: (entry as Rule).section ?? (entry as CharacterOption).parent,
        groups: facets["class"] ?? facets["type"] ?? facets["category"],
        level: level && label("level", level),
      };
    });
}

const columnsOf = (kinds: string[]): Column[] => {
  const names = kinds.join() === "spell" ? SPELLS : kinds.join() === "creature" ? CREATURES : [];
  return names.map((name) => ({ name, title: TITLES[name] ?? name, is_ordered: name !== "range" }));
};

/** Returns one entry for those of one kind and name, with the others beside it. */
function folded<T extends { entry: MockEntry }>(found: T[]): T[] {
  const things = new Map<string, T>();
  const inDocument = new Map<string, number>();
  const uris = new Set(found.map(({ entry }) => entry.row.uri));
  for (const each of found) {
    const { row } = each.entry;
    const repeated = `${row.document_key} ${row.kind} ${row.name}`;
    const nth = (inDocument.get(repeated) ?? 0) + 1;
    inDocument.set(repeated, nth);
    const thing = `${row.kind} ${row.name} ${nth}`;
    const first = things.get(thing);
    if (!first) things.set(thing, { ...each, entry: { ...each.entry, row: { ...row } } });
    else first.entry.row.also_in = first.entry.whole.twins.filter(({ uri }) => uris.has(uri));
  }
  return [...things.values()];
}

/** The mocked search: by name, then by text, with the counts of the real one. */
export function browse(library: MockEntry[], request: BrowseArguments): Answer<Browsed> {
  const {
    query = "",
    kinds: wanted = [],
    filters = [],
    cr_min = -1,
    cr_max = Infinity,
    offset = 0,
    limit = 50,
  } = request;
  const words = fold(query).split(/\s+/).filter(Boolean);
  const isMinor = ({ row }: MockEntry) => Number(!FIRST.includes(row.kind));
  const place = (entry: MockEntry) =>
    (request.sort ?? "name").replace("-", "") === "name"
      ? entry.row.name
      : (entry.cells[request.sort?.replace("-", "") ?? ""] ?? "");
  const found = library
    .map((entry) => ({ entry, score: words.length ? score(entry, words) : 1 }))
    .filter((each) => each.score > 0)
    .sort(
      (a, b) =>
        (request.sort
          ? place(a.entry).localeCompare(place(b.entry), "en", { numeric: true }) *
            (request.sort.startsWith("-") ? -1 : 1)
          : 0) ||
        b.score - a.score ||
        (wanted.length === 0 ? isMinor(a.entry) - isMinor(b.entry) : 0) ||
        a.entry.row.name.localeCompare(b.entry.row.name) ||
        a.entry.row.uri.localeCompare(b.entry.row.uri),
    );
  const ofKind = ({ entry }: { entry: MockEntry }) => wanted.length === 0 || wanted.includes(entry.row.kind);
  const rated = ({ entry }: { entry: MockEntry }) =>
    (request.cr_min === undefined || (entry.cr ?? -1) >= cr_min) &&
    (request.cr_max === undefined || (entry.cr ?? Infinity) <= cr_max);
  const passes = (but?: (field: Field) => boolean) => (each: { entry: MockEntry }) =>
    rated(each) && filters.every((filter) => but?.(filter.field) || holds(each.entry, filter));

  const unfiltered = found.filter(ofKind);
  const matching = folded(unfiltered.filter(passes()));
  const everywhere = folded(unfiltered.filter(passes((field) => WHERE.includes(field))));
  const columns = columnsOf(wanted);
  const kinds = new Map<Kind, number>();
  for (const { entry } of folded(found.filter(passes())))
    kinds.set(entry.row.kind, (kinds.get(entry.row.kind) ?? 0) + 1);

  const fields = FIELDS.flatMap((field): FieldCounts[] => {
    const counts = new Map<string, number>();
    for (const { entry } of unfiltered) for (const value of entry.facets[field] ?? []) counts.set(value, 0);
    for (const { entry } of folded(unfiltered.filter(passes((other) => other === field)))) {
      for (const value of entry.facets[field] ?? []) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const rank = (value: string) => ORDER[field]?.indexOf(value) ?? 0;
    const values = [...counts].map(([value, count]) => ({ value, label: label(field, value), count }));
    values.sort((a, b) => rank(a.value) - rank(b.value) || a.value.localeCompare(b.value, "en", { numeric: true }));
    return values.length ? [{ field, values }] : [];
  });

  const value: Browsed = {
    total: matching.length,
    unfiltered: folded(unfiltered).length,
    entries: matching
      .slice(offset, offset + limit)
      .map(({ entry, score: by }) => ({
        ...entry.row,
        ...(words.length > 0 &&
          by <= BY_TEXT && { found_by: by < BY_TEXT ? "spelling" : request.by_meaning ? "meaning" : "text" }),
        ...(columns.length > 0 && { cells: columns.map(({ name }) => entry.cells[name] ?? "") }),
      })),
    kinds: [...kinds].map(([kind, count]) => ({ kind, count })),
    fields,
    elsewhere: everywhere.length - matching.length,
    columns,
  };
  return {
    value,
    message: request.by_meaning ? "Search by meaning is being prepared: 37 entries have not been read yet." : null,
  };
}
