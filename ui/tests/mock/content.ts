import type { Creature, Entry, Families, Kind, Link, Listed, Spell, WholeEntry } from "../../src/host-types";
import { SOURCES, type Source } from "./documents";
import { creatureName, itemName, SMALL_KINDS, spellName } from "./names";
import { CONDITIONS, creature, magicItem, plain, spell } from "./kinds";

/** An entry with its data for the mocked search. */
export interface MockEntry {
  row: Listed;
  whole: WholeEntry;
  /** The values by filter field. */
  facets: Record<string, string[]>;
  /** The values by column of a table. */
  cells: Record<string, string>;
  cr: number | null;
}

/** The content of an entry: its fields, its Markdown, its summary, and its filter values. */
export interface EntryContent {
  fields: Families[keyof Families];
  text: string;
  summary: string;
  facets: Record<string, string[]>;
  cr?: number;
}

const slug = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

const cellsOf = (fields: Partial<Spell & Creature>): Record<string, string> => ({
  level: fields.level === 0 ? "Cantrip" : String(fields.level),
  school: fields.school ?? "",
  "casting-time": fields.casting_time ?? "",
  range: fields.range ?? "",
  concentration: fields.concentration ? "Yes" : "",
  "challenge-rating": fields.challenge_rating ?? "",
  type: fields.type ?? "",
  "armor-class": String(fields.armor_class),
  "hit-points": String(fields.hit_points),
});

function hold(source: Source, kind: Kind, name: string, made: EntryContent): MockEntry {
  const uri = `lore://entry/${source.document_key}/${kind}/${slug(name)}`;
  const of = {
    uri,
    name,
    kind,
    document_key: source.document_key,
    document_name: source.document_name,
    document_source: source.source_api,
  };
  const imported = source.source_api === "orcbrew";
  const entry: Entry = {
    ...of,
    slug: slug(name),
    document: source.document_name,
    document_source: source.source_api,
    publisher: source.publisher,
    license: source.license,
    cached_at: "2026-05-11T18:40:00Z",
    cache_status: imported ? "imported" : source.partial ? "stale" : "fresh",
    description: `*${made.summary}*\n\n${made.text}`,
    ...made.fields,
  };
  return {
    row: { ...of, edition: source.edition, summary: made.summary },
    whole: { entry, edition: source.edition, text: made.text, notice: source.notice, twins: [], links: [] },
    facets: { ...made.facets, document: [source.document_key], edition: [source.edition] },
    cells: cellsOf(made.fields as Partial<Spell & Creature>),
    cr: made.cr ?? null,
  };
}

/** Returns the documents of an entry: one, or both SRDs for every eighth entry. */
function dealt(index: number): Source[] {
  const [old, newer, ...others] = SOURCES;
  if (!old || !newer) return [];
  if (index % 8 === 0) return [old, newer];
  const one = [old, newer, ...others, old, newer][index % 7];
  return one ? [one] : [];
}

/** Creates the library; `copies` multiplies the entries of the large kinds. */
export function makeLibrary(copies = 1): MockEntry[] {
  const entries: MockEntry[] = [];
  const put = (index: number, kind: Kind, name: string, made: (source: Source) => EntryContent) => {
    for (const source of dealt(index)) entries.push(hold(source, kind, name, made(source)));
  };
  for (let i = 0; i < 110 * copies; i++) put(i, "spell", spellName(i), () => spell(i));
  for (let i = 0; i < 110 * copies; i++) put(i, "creature", creatureName(i), (source) => creature(i, source.edition));
  for (let i = 0; i < 60 * copies; i++) put(i, "magic-item", itemName(i), () => magicItem(i));
  for (const [kind, names] of Object.entries(SMALL_KINDS) as [Kind, string[]][]) {
    names.forEach((name, i) => put(i, kind, name, () => plain(kind, i)));
  }
  tie(entries);
  return entries;
}

/** Links counterparts, and the names of conditions and spells in texts. */
function tie(entries: MockEntry[]): void {
  const named = new Map<string, MockEntry[]>();
  for (const each of entries) named.set(each.row.name, [...(named.get(each.row.name) ?? []), each]);
  const targets = entries.filter((each) => CONDITIONS.includes(each.row.name) || each.row.name === spellName(0));
  for (const each of entries) {
    const { uri, kind } = each.row;
    each.whole.twins = (named.get(each.row.name) ?? [])
      .filter((other) => other.row.uri !== uri && other.row.kind === kind)
      .map(({ row }) => ({
        uri: row.uri,
        document_key: row.document_key,
        document_name: row.document_name,
        document_source: row.document_source,
        edition: row.edition,
      }));
    const links = new Map<string, Link>();
    for (const { row } of targets) {
      for (const text of [row.name, row.name.toLowerCase()]) {
        if (row.uri !== uri && each.whole.text.includes(text)) links.set(text, { text, uri: row.uri, kind: row.kind });
      }
    }
    each.whole.links = [...links.values()];
  }
}
