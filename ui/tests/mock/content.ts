import type { BrowseRow, Entry, Link, WholeEntry } from "../../src/host-types";
import { SOURCES, type Source } from "./documents";
import { creatureName, itemName, SMALL_KINDS, spellName } from "./names";
import { CONDITIONS, creature, magicItem, plain, spell } from "./kinds";

/** An entry with what the mocked search needs of it. */
export interface Held {
  row: BrowseRow;
  whole: WholeEntry;
  /** The values by field, as the filters name them. */
  facets: Record<string, string[]>;
  cr: number | null;
}

/** What a kind gives: the fields of the entry, its Markdown after them, a few words for the list, and the values to filter by. */
export interface Made {
  fields: Partial<Entry>;
  text: string;
  summary: string;
  facets: Record<string, string[]>;
  cr?: number;
}

const NOTHING: Entry = {
  uri: "", name: "", kind: "", documentKey: "", documentName: "", documentSource: "", publisher: null, license: null,
  cachedAt: "2026-05-11T18:40:00Z", cacheStatus: "fresh", description: "", level: null, school: null, castingTime: null,
  range: null, components: null, material: null, duration: null, concentration: null, ritual: null, classes: null,
  higherLevel: null, challengeRating: null, experiencePoints: null, proficiencyBonus: null, size: null, type: null,
  subtype: null, alignment: null, armorClass: null, armorDetail: null, hitPoints: null, hitDice: null, initiativeBonus: null, speed: null,
  abilityScores: null, savingThrows: null, skills: null, damageVulnerabilities: null, damageResistances: null,
  damageImmunities: null, conditionImmunities: null, senses: null, languages: null, environments: null, rarity: null,
  requiresAttunement: null, attunementDetail: null, category: null, costGp: null, weightLb: null, damageDice: null,
  twoHandedDamageDice: null, damageType: null, properties: null, strengthRequired: null, stealthDisadvantage: null,
  baseItem: null,
};

const slug = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");

function hold(source: Source, kind: string, name: string, made: Made): Held {
  const uri = `lore://entry/${source.documentKey}/${kind}/${slug(name)}`;
  const of = { uri, name, kind, documentKey: source.documentKey, documentName: source.documentName };
  const imported = source.sourceApi === "orcbrew";
  const entry: Entry = {
    ...NOTHING,
    ...of,
    documentSource: source.sourceApi,
    publisher: source.publisher,
    license: source.license,
    cacheStatus: imported ? "imported" : source.partial ? "stale" : "fresh",
    description: `# ${name}\n\n*${made.summary}*\n\n${made.text}`,
    ...made.fields,
  };
  return {
    row: { ...of, edition: source.edition, summary: made.summary, byText: false },
    whole: { entry, edition: source.edition, text: made.text, notice: source.notice, twins: [], links: [] },
    facets: { ...made.facets, document: [source.documentKey], edition: [source.edition] },
    cr: made.cr ?? null,
  };
}

/** Every name stands in one document; each eighth of them in both SRDs. */
function dealt(index: number): Source[] {
  const [old, newer, ...others] = SOURCES;
  if (!old || !newer) return [];
  if (index % 8 === 0) return [old, newer];
  const one = [old, newer, ...others, old, newer][index % 7];
  return one ? [one] : [];
}

/** The library: `copies` is how often each name of the big kinds is taken anew. */
export function makeLibrary(copies = 1): Held[] {
  const held: Held[] = [];
  const put = (index: number, kind: string, name: string, made: (source: Source) => Made) => {
    for (const source of dealt(index)) held.push(hold(source, kind, name, made(source)));
  };
  for (let i = 0; i < 110 * copies; i++) put(i, "spell", spellName(i), () => spell(i));
  for (let i = 0; i < 110 * copies; i++) put(i, "creature", creatureName(i), (source) => creature(i, source.edition));
  for (let i = 0; i < 60 * copies; i++) put(i, "magic-item", itemName(i), () => magicItem(i));
  for (const [kind, names] of Object.entries(SMALL_KINDS)) {
    names.forEach((name, i) => put(i, kind, name, () => plain(kind, i)));
  }
  tie(held);
  return held;
}

/** Finds the twins, and the conditions and spells that texts name. */
function tie(held: Held[]): void {
  const named = new Map<string, Held[]>();
  for (const each of held) named.set(each.row.name, [...(named.get(each.row.name) ?? []), each]);
  const targets = held.filter((each) => CONDITIONS.includes(each.row.name) || each.row.name === spellName(0));
  for (const each of held) {
    const { uri, kind } = each.row;
    each.whole.twins = (named.get(each.row.name) ?? [])
      .filter((other) => other.row.uri !== uri && other.row.kind === kind)
      .map(({ row }) => ({ uri: row.uri, documentKey: row.documentKey, documentName: row.documentName, edition: row.edition }));
    const links = new Map<string, Link>();
    for (const { row } of targets) {
      for (const text of [row.name, row.name.toLowerCase()]) {
        if (row.uri !== uri && each.whole.text.includes(text)) links.set(text, { text, uri: row.uri, kind: row.kind });
      }
    }
    each.whole.links = [...links.values()];
  }
}
