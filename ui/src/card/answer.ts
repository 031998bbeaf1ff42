/**
 * Reads the results of tools. They may be of another version of the server, so nothing in them is taken for
 * granted.
 */
import {
  type Edition,
  type EncounterAnswer,
  type EncounterCreature,
  type Entry,
  FAMILY,
  type Link,
  type RatedEncounter,
  type Twin,
  type WholeEntry,
} from "../host-types";

/** The key of the metadata that the server adds to a result for clients that show cards. */
const METADATA = "app.lorekeeper/card";

/** An entry of an answer. */
export interface Shown extends WholeEntry {
  /** False for an entry of which the answer has some facts only. */
  isComplete: boolean;
  /** The part of a long text and the number of parts. */
  part?: number | undefined;
  parts?: number | undefined;
  /** The other variants of an item for which it stands. */
  variants: string[];
}

export interface Answer {
  /** The entries, best first; none if it is an answer of another kind. */
  entries: Shown[] | null;
  /** The encounters of an answer about encounters. */
  encounters: Encounters | null;
  /** True if the first entry has the name that was looked up. */
  isNamed: boolean;
  /** A sentence for the user. */
  message: string | null;
  isError: boolean;
  /** The answer as the assistant reads it. */
  text: string;
  /** The name of the tool that reads a whole entry, if the server says it. */
  readTool: string | null;
}

/** Encounters for a party. */
export type Encounters = Required<Pick<EncounterAnswer, "party" | "budgets" | "encounters">>;

export type Fields = Record<string, unknown>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
export const textOf = (value: unknown): string | null => (typeof value === "string" && value ? value : null);
/** Returns the texts of a list, or a single one. */
export const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((each) => textOf(each) ?? []);
const numberOf = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

/** The fields that cards take for granted, with what they show without them. */
const DEFAULTS = {
  slug: "",
  kind: "entry",
  document_key: "",
  document_name: "",
  document_source: "",
  cached_at: "",
  cache_status: "imported",
  uri: "",
  description: "",
};
const SPELL_DEFAULTS = { casting_time: "", range: "", duration: "", components: "", classes: [], damage_types: [] };
const TEXTS = ["publisher", "license", "citation"];

function entryOf(value: unknown): Entry | null {
  const raw = fieldsOf(value);
  if (!textOf(raw.name)) return null;
  const kept = Object.entries(raw).filter(
    ([name, value]) => value !== null && (!(name in DEFAULTS || TEXTS.includes(name)) || typeof value === "string"),
  );
  const entry = {
    ...DEFAULTS,
    document_name: textOf(raw.document) ?? "",
    ...Object.fromEntries(kept),
  } as unknown as Entry;
  return FAMILY[entry.kind] === "Spell" ? { ...SPELL_DEFAULTS, ...entry } : entry;
}

const linkOf = (value: unknown): Link[] => {
  const { text, uri, kind, before, after } = fieldsOf(value);
  if (!textOf(text) || !textOf(uri)) return [];
  return [{ text, uri, kind, before: textOf(before) ?? "", after: textOf(after) ?? "" } as Link];
};
const twinOf = (value: unknown): Twin[] => {
  const twin = { ...DEFAULTS, edition: "other", ...fieldsOf(value) };
  return textOf(twin.uri) ? [twin as unknown as Twin] : [];
};

/** The edition of an entry, from its document if the answer does not say it. */
function editionOf(said: unknown, { document_key, document_name, document_source }: Entry): Edition {
  if (said === "2014" || said === "2024" || said === "other") return said;
  if (document_source === "orcbrew") return "other";
  const document = `${document_key} ${document_name}`;
  if (/2024|\b5\.2/.test(document)) return "2024";
  return /2014|\b5\.1/.test(document) ? "2014" : "other";
}

/** Reads an entry with what is known beside it. */
function shownOf(value: unknown, beside: Fields): Shown | null {
  const entry = entryOf(value);
  if (!entry) return null;
  return {
    entry,
    isComplete: typeof fieldsOf(value).description === "string" && entry.description_is_cut !== true,
    edition: editionOf(beside.edition ?? entry.edition, entry),
    text: entry.description,
    twins: listOf(beside.twins).flatMap(twinOf),
    links: listOf(beside.links).flatMap(linkOf),
    ...(textOf(beside.notice) ? { notice: beside.notice as string } : {}),
    part: numberOf(beside.part),
    parts: numberOf(beside.parts),
    // A row has their names only.
    variants: listOf(fieldsOf(value).variants).flatMap((each) => textsOf(textOf(each) ?? fieldsOf(each).name)),
  };
}

function creatureOf(value: unknown): EncounterCreature[] {
  const creature = { ...DEFAULTS, edition: "other", ...fieldsOf(value) };
  const isUsable = textOf(fieldsOf(value).name) && textOf(creature.uri) && numberOf(fieldsOf(value).count);
  return isUsable ? [creature as unknown as EncounterCreature] : [];
}

function encounterOf(value: unknown): RatedEncounter[] {
  const raw = fieldsOf(value);
  const creatures = listOf(raw.creatures).flatMap(creatureOf);
  const notes = textsOf(raw.notes);
  const encounter = { ...raw, creatures, notes, sum: textOf(raw.sum) ?? "", total_xp: numberOf(raw.total_xp) ?? 0 };
  return creatures.length > 0 ? [encounter as unknown as RatedEncounter] : [];
}

function encountersOf(value: unknown): Encounters | null {
  const { party, budgets, encounters } = fieldsOf(value);
  if (!Array.isArray(encounters)) return null;
  const known = listOf(budgets).flatMap((budget) => {
    const { difficulty, sum, xp } = fieldsOf(budget);
    return textOf(difficulty) && textOf(sum)
      ? [{ difficulty, sum, xp: numberOf(xp) ?? 0 } as Encounters["budgets"][0]]
      : [];
  });
  return { party: textOf(party) ?? "", budgets: known, encounters: encounters.flatMap(encounterOf) };
}

/** Reads the text of a result as JSON, for hosts that pass no structured content. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Reads the result of a tool call. */
export function readAnswer(result: unknown): Answer {
  const { structuredContent, content, isError, _meta } = fieldsOf(result);
  const text = listOf(content)
    .map((block) => textOf(fieldsOf(block).text) ?? "")
    .join("\n\n")
    .trim();
  const envelope = fieldsOf(structuredContent ?? parsed(text));
  const metadata = fieldsOf(fieldsOf(_meta)[METADATA]);
  const beside = fieldsOf(metadata.beside);
  const { value } = envelope;
  let entries: Shown[] | null = null;
  if (Array.isArray(value)) {
    const shown = value.map((each) => shownOf(each, fieldsOf(beside[textOf(fieldsOf(each).uri) ?? ""])));
    if (value.length === 0 || shown.some(Boolean)) entries = shown.filter((each) => each !== null);
  } else {
    const one = shownOf(fieldsOf(value).entry, fieldsOf(value));
    if (one) entries = [one];
  }
  return {
    entries,
    encounters: encountersOf(value),
    isNamed: ["exact", "slug", "other_name"].includes(textOf(envelope.match) ?? ""),
    message: (textOf(envelope.error) ?? textOf(envelope.message))?.replaceAll(/`([^`]*)`/g, "“$1”") ?? null,
    isError: isError === true || envelope.success === false,
    text,
    readTool: textOf(metadata.read_entry),
  };
}
