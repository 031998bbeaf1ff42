import type { AbilityScores, Entry, WholeEntry } from "../host-types";
import { count, kindWord } from "../words";

/** A property of an entry and its value, as a card shows them. */
export interface Fact {
  name: string;
  value: string;
}

type Given = string | number | null | undefined | false;

/** The facts whose value is there. */
const given = (facts: [name: string, value: Given][]): Fact[] =>
  facts.flatMap(([name, value]) => (value === null || value === undefined || value === false || value === "" ? [] : [{ name, value: String(value) }]));

export const signed = (value: number): string => (value < 0 ? `−${-value}` : `+${value}`);

/** Half of what a score is above 10, rounded down. */
export const modifier = (score: number): number => Math.floor((score - 10) / 2);

export const ABILITIES: readonly { key: keyof AbilityScores; name: string; short: string }[] = [
  { key: "strength", name: "Strength", short: "Str" },
  { key: "dexterity", name: "Dexterity", short: "Dex" },
  { key: "constitution", name: "Constitution", short: "Con" },
  { key: "intelligence", name: "Intelligence", short: "Int" },
  { key: "wisdom", name: "Wisdom", short: "Wis" },
  { key: "charisma", name: "Charisma", short: "Cha" },
];

const withDetail = (value: Given, detail: string | null): Given => (value === null || value === undefined || !detail ? value : `${value} (${detail})`);

/** "19d12+133" → "19d12 + 133" */
const dice = (text: string | null): string | null => text?.replace(/\s*([+−-])\s*/g, " $1 ") ?? null;

/** "Huge dragon (chromatic), chaotic evil" */
export function typeLine(entry: Entry): string {
  const type = [entry.size, entry.type].filter(Boolean).join(" ") + (entry.subtype ? ` (${entry.subtype})` : "");
  return [type, entry.alignment].filter(Boolean).join(", ");
}

function challenge(entry: Entry, edition: string): Given {
  if (entry.challengeRating === null) return null;
  const points = entry.experiencePoints === null ? "" : count(entry.experiencePoints);
  const bonus = entry.proficiencyBonus === null ? "" : `PB ${signed(entry.proficiencyBonus)}`;
  const more = edition === "2024" ? [points && `XP ${points}`, bonus].filter(Boolean).join("; ") : points && `${points} XP`;
  return more ? `${entry.challengeRating} (${more})` : entry.challengeRating;
}

/** Armor class, hit points and speed; of 2024 the initiative, and the score that stands for it. */
export function defences(whole: WholeEntry): Fact[] {
  const { entry, edition } = whole;
  const bonus = entry.initiativeBonus;
  return given([
    [edition === "2024" ? "AC" : "Armor Class", withDetail(entry.armorClass, entry.armorDetail)],
    ["Initiative", edition === "2024" && bonus !== null && `${signed(bonus)} (${10 + bonus})`],
    [edition === "2024" ? "HP" : "Hit Points", withDetail(entry.hitPoints, dice(entry.hitDice))],
    ["Speed", entry.speed],
  ]);
}

const bonuses = (of: Entry["skills"]): string =>
  Object.entries(of ?? {}).map(([name, bonus]) => `${name} ${signed(bonus)}`).join(", ");

/** The properties below the abilities, in the order in which each edition prints them. */
export function traits(whole: WholeEntry): Fact[] {
  const { entry, edition } = whole;
  const saves = ABILITIES.filter(({ name }) => entry.savingThrows?.[name] !== undefined)
    .map(({ name, short }) => `${short} ${signed(entry.savingThrows?.[name] ?? 0)}`)
    .join(", ");
  const skills = bonuses(entry.skills);
  if (edition === "2024") {
    return given([
      ["Skills", skills],
      ["Vulnerabilities", entry.damageVulnerabilities],
      ["Resistances", entry.damageResistances],
      ["Immunities", [entry.damageImmunities, entry.conditionImmunities].filter(Boolean).join("; ")],
      ["Senses", entry.senses],
      ["Languages", entry.languages],
      ["CR", challenge(entry, edition)],
    ]);
  }
  return given([
    ["Saving Throws", saves],
    ["Skills", skills],
    ["Damage Vulnerabilities", entry.damageVulnerabilities],
    ["Damage Resistances", entry.damageResistances],
    ["Damage Immunities", entry.damageImmunities],
    ["Condition Immunities", entry.conditionImmunities],
    ["Senses", entry.senses],
    ["Languages", entry.languages],
    ["Challenge", challenge(entry, edition)],
    ["Proficiency Bonus", entry.proficiencyBonus !== null && signed(entry.proficiencyBonus)],
  ]);
}

const ordinal = (level: number): string => `${level}${["th", "st", "nd", "rd"][level % 10 < 4 && Math.floor(level / 10) !== 1 ? level % 10 : 0]}`;

/** "3rd-level evocation", "Evocation cantrip"; of 2024 "Level 3 Evocation". */
export function levelLine(entry: Entry, edition: string): string {
  const school = entry.school ?? "";
  if (entry.level === null) return school;
  if (entry.level === 0) return `${school} cantrip`.trim();
  if (edition === "2024") return `Level ${entry.level} ${school}`.trim();
  return `${ordinal(entry.level)}-level ${school.toLowerCase()}`.trim();
}

export const casting = (entry: Entry): Fact[] =>
  given([
    ["Casting time", entry.castingTime],
    ["Range", entry.range],
    ["Duration", entry.duration],
    ["Components", withDetail(entry.components, entry.material?.replace(/\.$/, "") ?? null)],
    ["Classes", entry.classes?.join(", ")],
  ]);

/** How an edition heads what a spell does at higher levels, where the text does not tell. */
function higherTitle(level: number | null, edition: string): string {
  if (edition !== "2024") return "At Higher Levels";
  return level === 0 ? "Cantrip Upgrade" : "Using a Higher-Level Spell Slot";
}

/** The text of a spell without what it says of higher levels, and that. */
export function splitHigher({ entry, edition, text }: WholeEntry): { text: string; title: string; higher: string | null } {
  const title = higherTitle(entry.level, edition);
  const words = entry.higherLevel?.trim();
  if (!words) return { text, title, higher: null };
  const at = text.lastIndexOf(words);
  if (at < 0) return { text, title, higher: words };
  const from = text.lastIndexOf("\n\n", at) + 1;
  const label = text.slice(from, at).replace(/[*_\s.:]+/g, " ").trim();
  return { text: text.slice(0, from) + text.slice(at + words.length), title: label && label.length < 60 ? label : title, higher: words };
}

/** "Wondrous item, rare (requires attunement by a wizard)" */
export function equipmentLine(entry: Entry): string {
  const attunement = entry.requiresAttunement ? ` (requires attunement${entry.attunementDetail ? ` ${entry.attunementDetail}` : ""})` : "";
  return [entry.category ?? kindWord(entry.kind), entry.rarity?.toLowerCase()].filter(Boolean).join(", ") + attunement;
}

function price(gold: number | null): string | null {
  if (gold === null) return null;
  if (gold >= 1 || gold === 0) return `${count(gold)} gp`;
  return gold >= 0.1 ? `${+(gold * 10).toFixed(2)} sp` : `${+(gold * 100).toFixed(2)} cp`;
}

export const equipment = (entry: Entry): Fact[] =>
  given([
    ["Cost", price(entry.costGp)],
    ["Weight", entry.weightLb !== null && `${count(entry.weightLb)} lb.`],
    ["Damage", [entry.damageDice, entry.damageType?.toLowerCase()].filter(Boolean).join(" ")],
    ["Two-handed", entry.twoHandedDamageDice],
    ["Armor class", withDetail(entry.armorClass, entry.armorDetail)],
    ["Strength", entry.strengthRequired],
    ["Stealth", entry.stealthDisadvantage && "disadvantage"],
    ["Properties", entry.properties?.join(", ")],
    ["Base item", entry.baseItem],
  ]);
