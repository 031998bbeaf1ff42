import type { Made } from "./content";
import { SMALL_KINDS, spellName } from "./names";

export const CONDITIONS: string[] = SMALL_KINDS.condition ?? [];

const SCHOOLS = ["Abjuration", "Conjuration", "Divination", "Enchantment", "Evocation", "Illusion", "Necromancy", "Transmutation"];
const CLASSES = ["Bard", "Cleric", "Druid", "Ranger", "Sorcerer", "Warlock", "Wizard"];
const TYPES = ["Beast", "Construct", "Fey", "Humanoid", "Monstrosity", "Plant", "Undead"];
const SIZES = ["Tiny", "Small", "Medium", "Large", "Huge", "Gargantuan"];
const PLACES = ["Coast", "Forest", "Grassland", "Swamp", "Underground", "Urban"];
const RATINGS: [string, number][] = [["0", 0], ["1/8", 0.125], ["1/4", 0.25], ["1/2", 0.5], ["1", 1], ["2", 2], ["3", 3], ["5", 5], ["8", 8], ["11", 11], ["17", 17]];
const RARITIES = ["Common", "Uncommon", "Rare", "Very rare", "Legendary"];
const CATEGORIES = ["Wondrous item", "Ring", "Wand", "Weapon", "Potion"];

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
const ordinal = (level: number) => `${level}${["th", "st", "nd", "rd"][level] ?? "th"}`;
const bool = (value: boolean) => [value ? "true" : "false"];
const condition = (index: number) => at(CONDITIONS, index).toLowerCase();

export function spell(i: number): Made {
  const level = i % 10;
  const school = at(SCHOOLS, i);
  const classes = [at(CLASSES, i), at(CLASSES, i + 3)].sort();
  const concentration = i % 3 === 0;
  const ritual = i % 5 === 0;
  const castingTime = at(["1 action", "1 bonus action", "10 minutes", "1 reaction, which you take when a bell rings"], i);
  const type = level === 0 ? `${school} cantrip` : `${ordinal(level)}-level ${school.toLowerCase()}`;
  return {
    fields: {
      level, school, classes, concentration, ritual, castingTime,
      range: at(["Self", "Touch", "30 feet", "120 feet"], i),
      components: i % 2 ? "V, S" : "V, S, M",
      material: i % 2 ? null : "a stub of beeswax and a ferry token",
      duration: concentration ? "Concentration, up to 10 minutes" : at(["Instantaneous", "1 hour", "8 hours"], i),
      higherLevel: level > 0 && i % 2 ? `Using a slot above the ${ordinal(level)}, you light one more lantern for each level above.` : null,
    },
    text: `You hang up to three small lights in the air, where they drift like moths around a lamp. Each creature that ends its turn within 10 feet of one makes a Wisdom saving throw or is ${condition(i)} until the start of its next turn.\n\nA light is put out by a cupped hand, by rain, or by *${spellName(0)}*.\n\n| Lights | Height | Effect |\n|---|---|---|\n| 1 | 5 feet | A warm glow |\n| 2 | 10 feet | A hum that calms dogs |\n| 3 | 20 feet | The target is ${condition(i + 1)} |`,
    summary: ritual ? `${type} (ritual)` : type,
    facets: { level: [String(level)], school: [school], class: classes, ritual: bool(ritual), concentration: bool(concentration), "damage-type": i % 4 === 0 ? ["Brine"] : [], "casting-time": [castingTime.split(",")[0] ?? ""] },
  };
}

export function creature(i: number, edition: string): Made {
  const [rating, cr] = at(RATINGS, i);
  const type = at(TYPES, i);
  const size = at(SIZES, i + Math.floor(i / 7));
  const environments = [at(PLACES, i), at(PLACES, i + 2)];
  const legendary = cr >= 8 ? `\n\n### Legendary Actions\n\nIt can take 3 legendary actions, one at a time, at the end of another creature's turn.\n\n***Bow.*** It bows, and every ${condition(i)} creature bows, too.\n\n***Ferry (Costs 2 Actions).*** It moves up to its speed across water.` : "";
  return {
    fields: {
      challengeRating: rating, experiencePoints: Math.round(cr * 200) + 10, proficiencyBonus: cr >= 8 ? 4 : 2, size, type,
      subtype: i % 4 === 0 ? "marsh" : null, alignment: at(["Unaligned", "Neutral", "Chaotic good", "Lawful neutral"], i),
      armorClass: 10 + (i % 9), armorDetail: i % 2 ? "natural armor" : null,
      hitPoints: 7 + i * 3, hitDice: `${2 + (i % 15)}d8 + ${i % 11}`, initiativeBonus: (i % 7) - 1, speed: i % 3 ? "30 ft., swim 40 ft." : "20 ft., fly 60 ft. (hover)",
      abilityScores: { strength: 8 + (i % 12), dexterity: 10 + (i % 9), constitution: 9 + (i % 10), intelligence: 2 + (i % 14), wisdom: 8 + (i % 8), charisma: 5 + (i % 13) },
      savingThrows: i % 2 ? { Dexterity: 5, Wisdom: 3 } : null,
      skills: { Perception: 3, Stealth: 5 },
      damageResistances: i % 3 === 0 ? "brine; tickling from ordinary feathers" : null,
      conditionImmunities: i % 4 === 0 ? CONDITIONS.slice(0, 2).join(", ").toLowerCase() : null,
      senses: "darkvision 60 ft., passive Perception 13", languages: i % 2 ? "Heronish, understands Common" : "—", environments,
    },
    text: `***Keeper of the Ford.*** While it stands in water, it knows the name of everyone who steps into the same water.\n\n***Wet Feathers.*** It has advantage on saving throws against being ${condition(i)}.\n\n### Actions\n\n***Multiattack.*** It makes two attacks with its oar.\n\n***Oar.*** *Melee Weapon Attack:* +5 to hit, reach 10 ft., one target. *Hit:* 9 (2d6 + 2) bludgeoning damage, and the target is ${condition(i + 1)} until it is dry.\n\n***Toll (Recharge 5–6).*** It asks for a coin. A creature within 30 feet that has one and gives none takes 14 (4d6) brine damage.\n\n### Reactions\n\n***Step Aside.*** It adds 2 to its AC against one attack that would hit it.${legendary}${edition === "2024" ? "\n\n### Description\n\nFerrymen of the long rivers greet it with a nod and never with a word." : ""}`,
    summary: `CR ${rating}, ${size} ${type.toLowerCase()}`,
    facets: { type: [type], size: [size], environment: environments },
    cr,
  };
}

export function magicItem(i: number): Made {
  const rarity = at(RARITIES, i);
  const category = at(CATEGORIES, i + Math.floor(i / 5));
  const attunement = i % 2 === 0;
  return {
    fields: { rarity, category, requiresAttunement: attunement, attunementDetail: i % 6 === 0 ? "by a druid or a ferrier" : null, weightLb: i % 3 ? 1.5 : null },
    text: `It is warm to the touch on market days. While you hold it, you can cast *${spellName(0)}* once; it does so again after the next dawn.\n\n- On a roll of **1**, its holder is ${condition(i)} for a minute.\n- In rain it hums.`,
    summary: `${rarity} ${category.toLowerCase()}${attunement ? ", attunement" : ""}`,
    facets: { rarity: [rarity], category: [category], attunement: bool(attunement) },
  };
}

const TEXTS: Record<string, string> = {
  condition: "- It can't take reactions.\n- Attack rolls against it have advantage while its feet are wet.",
  rule: "When the party comes to water, one of them tests the ford. On a success, everyone crosses dry. On a failure, each of them is mired until another pulls them out.\n\n### Rivers in spring\n\nRaise the difficulty by 5 after two days of rain.",
};

export function plain(kind: string, i: number): Made {
  const text = TEXTS[kind] ?? "Known along the long river, and nowhere else. Ferrymen swear by it; beekeepers swear at it.";
  if (kind === "weapon") {
    const properties = [at(["Light", "Heavy", "Reach"], i), at(["Two-handed", "Versatile"], i)];
    return {
      fields: { category: i % 2 ? "Simple melee" : "Martial melee", costGp: 2 + i, weightLb: 3, damageDice: "1d8", twoHandedDamageDice: "1d10", damageType: "bludgeoning", properties },
      text, summary: `${i % 2 ? "Simple" : "Martial"} weapon, 1d8 bludgeoning`, facets: { property: properties, category: [i % 2 ? "Simple melee" : "Martial melee"] },
    };
  }
  if (kind === "armor") {
    return { fields: { category: "Light", armorClass: "11 + Dex modifier", costGp: 10, weightLb: 12, stealthDisadvantage: i % 2 === 0, strengthRequired: i % 2 ? 13 : null }, text, summary: "Light armor, AC 11 + Dex", facets: { category: ["Light"] } };
  }
  if (kind === "item") return { fields: { costGp: 0.5 + i, weightLb: 1, category: "Gear" }, text, summary: "Gear", facets: { category: ["Gear"] } };
  const words = kind.replaceAll("-", " ");
  return { fields: {}, text, summary: words.charAt(0).toUpperCase() + words.slice(1), facets: {} };
}
