import type { AbilityScores, CharacterOption, Creature, Entry, Equipment, Rule, Spell } from "../host-types";
import { capitalize, count, kindWord } from "../words";
import type { Whole } from "./families";

/** A property of an entry, as a card shows it. */
export interface Fact {
  name: string;
  value: string;
}

type Value = string | number | undefined | false;

/** Throws: the entry is then shown by its text instead. */
function unknownForm(value: unknown): never {
  throw new TypeError(`a field has a form that is not known here: ${JSON.stringify(value)}`);
}

/** Returns the facts that have a value. */
const facts = (all: [name: string, value: Value][]): Fact[] =>
  all.flatMap(([name, value]) => {
    if (value === undefined || value === false || value === "") return [];
    return typeof value === "string" || typeof value === "number"
      ? [{ name, value: String(value) }]
      : unknownForm(value);
  });

export function signed(value: number): string {
  if (!Number.isFinite(value)) unknownForm(value);
  return value < 0 ? `−${-value}` : `+${value}`;
}

/** The ability modifier of a score. */
export const modifier = (score: number): number => Math.floor((score - 10) / 2);

export const ABILITIES: readonly { key: keyof AbilityScores; name: string; short: string }[] = [
  { key: "strength", name: "Strength", short: "Str" },
  { key: "dexterity", name: "Dexterity", short: "Dex" },
  { key: "constitution", name: "Constitution", short: "Con" },
  { key: "intelligence", name: "Intelligence", short: "Int" },
  { key: "wisdom", name: "Wisdom", short: "Wis" },
  { key: "charisma", name: "Charisma", short: "Cha" },
];

/** Adds a detail to a value, or replaces a missing value by it. */
const withDetail = (value: Value, detail: string | undefined): Value =>
  value === undefined ? detail : detail ? `${value} (${detail})` : value;

/** Joins the words that are there. */
const joined = (words: (string | undefined | false)[], separator = ", "): string =>
  words.filter(Boolean).join(separator);

/** "19d12+133" → "19d12 + 133" */
const dice = (text: string | undefined): string | undefined => text?.replace(/\s*([+−-])\s*/g, " $1 ");

/** "Huge dragon (chromatic), chaotic evil" */
export function typeLine({ size, type, subtype, alignment }: Creature): string {
  return joined([joined([size, type, subtype && `(${subtype})`], " "), alignment]);
}

function challenge(
  { challenge_rating, experience_points, lair_experience_points, proficiency_bonus }: Creature,
  edition: string,
): Value {
  if (challenge_rating === undefined) return undefined;
  const lair = lair_experience_points !== undefined ? `, or ${count(lair_experience_points)} in its lair` : "";
  const points = experience_points !== undefined && `${count(experience_points)}${lair}`;
  const bonus = proficiency_bonus !== undefined && `PB ${signed(proficiency_bonus)}`;
  const more = edition === "2024" ? joined([points && `XP ${points}`, bonus], "; ") : points && `${points} XP`;
  return withDetail(challenge_rating, more || undefined);
}

/** Armor class, hit points and speed; in 2024 stat blocks also the initiative with its score. */
export function defences({ entry, edition }: Whole<"Creature">): Fact[] {
  const bonus = entry.initiative_bonus;
  return facts([
    [edition === "2024" ? "AC" : "Armor Class", withDetail(entry.armor_class, entry.armor_detail)],
    ["Initiative", edition === "2024" && bonus !== undefined && `${signed(bonus)} (${10 + bonus})`],
    [edition === "2024" ? "HP" : "Hit Points", withDetail(entry.hit_points, dice(entry.hit_dice))],
    ["Speed", entry.speed],
  ]);
}

const bonuses = (of: Creature["skills"]): string =>
  Object.entries(of ?? {})
    .map(([name, bonus]) => `${name} ${signed(bonus)}`)
    .join(", ");

/** The properties below the ability scores, in the order of each edition. */
export function traits({ entry, edition }: Whole<"Creature">): Fact[] {
  const saves = ABILITIES.filter(({ name }) => entry.saving_throws?.[name] !== undefined)
    .map(({ name, short }) => `${short} ${signed(entry.saving_throws?.[name] ?? 0)}`)
    .join(", ");
  const skills = bonuses(entry.skills);
  if (edition === "2024") {
    return facts([
      ["Skills", skills],
      ["Vulnerabilities", entry.damage_vulnerabilities],
      ["Resistances", entry.damage_resistances],
      ["Immunities", joined([entry.damage_immunities, entry.condition_immunities], "; ")],
      ["Gear", entry.gear],
      ["Senses", entry.senses],
      ["Languages", entry.languages],
      ["CR", challenge(entry, edition)],
    ]);
  }
  return facts([
    ["Saving Throws", saves],
    ["Skills", skills],
    ["Damage Vulnerabilities", entry.damage_vulnerabilities],
    ["Damage Resistances", entry.damage_resistances],
    ["Damage Immunities", entry.damage_immunities],
    ["Condition Immunities", entry.condition_immunities],
    ["Senses", entry.senses],
    ["Languages", entry.languages],
    ["Challenge", challenge(entry, edition)],
    ["Proficiency Bonus", entry.proficiency_bonus !== undefined && signed(entry.proficiency_bonus)],
  ]);
}

const ordinal = (level: number): string =>
  `${level}${["th", "st", "nd", "rd"][level % 10 < 4 && Math.floor(level / 10) !== 1 ? level % 10 : 0]}`;

/** "3rd-level evocation", "Evocation cantrip"; in 2024 "Level 3 Evocation" */
export function levelLine({ level, school = "" }: Spell, edition: string): string {
  if (level === undefined) return school;
  if (level === 0) return `${school} cantrip`.trim();
  if (edition === "2024") return `Level ${level} ${school}`.trim();
  return `${ordinal(level)}-level ${school.toLowerCase()}`.trim();
}

export const casting = (spell: Spell): Fact[] =>
  facts([
    ["Casting time", joined([spell.casting_time, spell.reaction_condition])],
    ["Range", spell.range],
    ["Duration", spell.duration],
    ["Components", withDetail(spell.components, spell.material?.replace(/\.$/, ""))],
    [
      "Attack or save",
      joined([spell.attack_roll && "Spell attack", spell.saving_throw && `${capitalize(spell.saving_throw)} save`]),
    ],
    ["Damage", capitalize(spell.damage_types.join(", "))],
    ["Classes", spell.classes.join(", ")],
  ]);

/** The heading of the effects at higher levels, for a text that has none. */
function higherTitle(level: number | undefined, edition: string): string {
  if (edition !== "2024") return "At Higher Levels";
  return level === 0 ? "Cantrip Upgrade" : "Using a Higher-Level Spell Slot";
}

/** Splits the text of a spell from its effects at higher levels. */
export function splitHigher({ entry, edition, text }: Whole<"Spell">): {
  text: string;
  title: string;
  higher: string | null;
} {
  const title = higherTitle(entry.level, edition);
  const words = entry.higher_level?.trim();
  if (!words) return { text, title, higher: null };
  const at = text.lastIndexOf(words);
  // The text lacks the paragraph that begins with the heading, but not those after it.
  const more = words.split("\n\n").slice(1).join("\n\n");
  if (at < 0) return { text: more ? text.replace(more, "") : text, title, higher: words };
  const from = text.lastIndexOf("\n\n", at) + 1;
  const label = text
    .slice(from, at)
    .replace(/[*_\s.:]+/g, " ")
    .trim();
  return {
    text: text.slice(0, from) + text.slice(at + words.length),
    title: label && label.length < 60 ? label : title,
    higher: words,
  };
}

/** "Wondrous item, rare (requires attunement by a wizard)" */
export function equipmentLine(entry: Entry<Equipment>): string {
  const attunement = entry.requires_attunement
    ? ` (${joined(["requires attunement", entry.attunement_detail], " ")})`
    : "";
  return joined([entry.category ?? kindWord(entry.kind), entry.rarity]) + attunement;
}

function price(gold: number): string {
  if (gold >= 1 || gold === 0) return `${count(gold)} gp`;
  return gold >= 0.1 ? `${+(gold * 10).toFixed(2)} sp` : `${+(gold * 100).toFixed(2)} cp`;
}

export const equipment = (thing: Equipment): Fact[] =>
  facts([
    ["Cost", thing.cost_gp !== undefined && price(thing.cost_gp)],
    ["Weight", thing.weight_lb ? `${count(thing.weight_lb)} lb.` : undefined],
    ["Damage", joined([thing.damage_dice, thing.damage_type], " ")],
    ["Two-handed", thing.two_handed_damage_dice],
    ["Range", thing.range && `${thing.range} ft.`],
    ["Armor class", thing.armor_class],
    ["Strength", thing.strength_required],
    ["Stealth", thing.stealth_disadvantage && "disadvantage"],
    ["Properties", thing.properties?.join(", ")],
    ["Base item", thing.base_item],
  ]);

/** The word for a part of a class or race beside its name. */
const PART_OF: Partial<Record<Entry["kind"], string>> = { "class-option": "feature" };

/** "Class", "Species", "Paladin subclass", "Rogue feature", "Invocation" */
export function optionLine({ kind, parent, subtype }: Entry<CharacterOption>, edition: string): string {
  if (!parent) return capitalize(subtype ?? kindWord(kind, edition));
  return joined([`${parent} ${PART_OF[kind] ?? kindWord(kind, edition).toLowerCase()}`, subtype]);
}

export const option = (of: CharacterOption): Fact[] =>
  facts([
    ["Level", of.level],
    ["Prerequisite", of.prerequisite],
    ["Hit die", of.hit_die],
    ["Saving throws", of.saving_throws?.join(", ")],
    ["Spellcasting ability", of.spellcasting_ability],
    ["Size", of.size],
    ["Speed", of.speed !== undefined && `${count(of.speed)} ft.`],
  ]);

/** "Rule, Combat", "Language, Exotic", "Alignment, LG" */
export const ruleLine = ({ kind, category, section, ability_score, abbreviation }: Entry<Rule>): string =>
  joined([kindWord(kind), category, section, ability_score, abbreviation]);
