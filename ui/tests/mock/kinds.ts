import type { CharacterOption, Kind } from "../../src/host-types";
import type { EntryContent } from "./content";
import { SMALL_KINDS, spellName } from "./names";

export const CONDITIONS: string[] = SMALL_KINDS.condition ?? [];

const SCHOOLS = [
  "Abjuration",
  "Conjuration",
  "Divination",
  "Enchantment",
  "Evocation",
  "Illusion",
  "Necromancy",
  "Transmutation",
];
const CLASSES = ["Bard", "Cleric", "Druid", "Ranger", "Sorcerer", "Warlock", "Wizard"];
const TYPES = ["Beast", "Construct", "Fey", "Humanoid", "Monstrosity", "Plant", "Undead"];
const SIZES = ["Tiny", "Small", "Medium", "Large", "Huge", "Gargantuan"];
const PLACES = ["Coast", "Forest", "Grassland", "Swamp", "Underground", "Urban"];
const RATINGS: [string, number][] = [
  ["0", 0],
  ["1/8", 0.125],
  ["1/4", 0.25],
  ["1/2", 0.5],
  ["1", 1],
  ["2", 2],
  ["3", 3],
  ["5", 5],
  ["8", 8],
  ["11", 11],
  ["17", 17],
];
const RARITIES = ["common", "uncommon", "rare", "very rare", "legendary"] as const;
const CATEGORIES = ["Wondrous item", "Ring", "Wand", "Weapon", "Potion"];

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
const ordinal = (level: number) => `${level}${["th", "st", "nd", "rd"][level] ?? "th"}`;
const bool = (value: boolean) => (value ? ["yes"] : []);
const condition = (index: number) => at(CONDITIONS, index).toLowerCase();

export function spell(i: number): EntryContent {
  const level = i % 10;
  const school = at(SCHOOLS, i);
  const classes = [at(CLASSES, i), at(CLASSES, i + 3)].sort();
  const concentration = i % 3 === 0;
  const ritual = i % 5 === 0;
  const casting_time = at(["1 action", "1 bonus action", "10 minutes", "1 reaction"], i);
  const type = level === 0 ? `${school} cantrip` : `${ordinal(level)}-level ${school.toLowerCase()}`;
  return {
    fields: {
      level,
      school,
      classes,
      concentration,
      ritual,
      casting_time,
      attack_roll: false,
      saving_throw: "wisdom",
      damage_types: i % 4 === 0 ? ["brine"] : [],
      reaction_condition: casting_time === "1 reaction" ? "which you take when a bell rings" : undefined,
      range: at(["Self", "Touch", "30 feet", "120 feet"], i),
      components: i % 2 ? "V, S" : "V, S, M",
      material: i % 2 ? undefined : "a stub of beeswax and a ferry token",
      duration: concentration ? "Concentration, up to 10 minutes" : at(["Instantaneous", "1 hour", "8 hours"], i),
      higher_level:
        level > 0 && i % 2
          ? `Using a slot above the ${ordinal(level)}, you light one more lantern for each level above.`
          : undefined,
    },
    text: `You hang up to three small lights in the air, where they drift like moths around a lamp. Each creature that ends its turn within 10 feet of one makes a Wisdom saving throw or is ${condition(i)} until the start of its next turn.\n\nA light is put out by a cupped hand, by rain, or by *${spellName(0)}*.\n\n| Lights | Height | Effect |\n|---|---|---|\n| 1 | 5 feet | A warm glow |\n| 2 | 10 feet | A hum that calms dogs |\n| 3 | 20 feet | The target is ${condition(i + 1)} |`,
    summary: ritual ? `${type} (ritual)` : type,
    facets: {
      level: [String(level)],
      school: [school],
      class: classes,
      ritual: bool(ritual),
      concentration: bool(concentration),
      "damage-type": i % 4 === 0 ? ["Brine"] : [],
      "casting-time": [casting_time],
    },
  };
}

export function creature(i: number, edition: string): EntryContent {
  const [rating, cr] = at(RATINGS, i);
  const type = at(TYPES, i);
  const size = at(SIZES, i + Math.floor(i / 7));
  const environments = [at(PLACES, i), at(PLACES, i + 2)];
  const legendary =
    cr >= 8
      ? `\n\n### Legendary Actions\n\nIt can take 3 legendary actions, one at a time, at the end of another creature's turn.\n\n***Bow.*** It bows, and every ${condition(i)} creature bows, too.\n\n***Ferry (Costs 2 Actions).*** It moves up to its speed across water.`
      : "";
  return {
    fields: {
      challenge_rating: rating,
      experience_points: Math.round(cr * 200) + 10,
      proficiency_bonus: cr >= 8 ? 4 : 2,
      size,
      type,
      subtype: i % 4 === 0 ? "marsh" : undefined,
      alignment: at(["Unaligned", "Neutral", "Chaotic good", "Lawful neutral"], i),
      armor_class: 10 + (i % 9),
      armor_detail: i % 2 ? "natural armor" : undefined,
      hit_points: 7 + i * 3,
      hit_dice: `${2 + (i % 15)}d8 + ${i % 11}`,
      initiative_bonus: (i % 7) - 1,
      speed: i % 3 ? "30 ft., swim 40 ft." : "20 ft., fly 60 ft. (hover)",
      ability_scores: {
        strength: 8 + (i % 12),
        dexterity: 10 + (i % 9),
        constitution: 9 + (i % 10),
        intelligence: 2 + (i % 14),
        wisdom: 8 + (i % 8),
        charisma: 5 + (i % 13),
      },
      saving_throws: i % 2 ? { Dexterity: 5, Wisdom: 3 } : undefined,
      skills: { Perception: 3, Stealth: 5 },
      damage_resistances: i % 3 === 0 ? "brine; tickling from ordinary feathers" : undefined,
      condition_immunities: i % 4 === 0 ? CONDITIONS.slice(0, 2).join(", ").toLowerCase() : undefined,
      senses: "darkvision 60 ft., passive Perception 13",
      languages: i % 2 ? "Heronish, understands Common" : "—",
      environments,
    },
    text: `***Keeper of the Ford.*** While it stands in water, it knows the name of everyone who steps into the same water.\n\n***Wet Feathers.*** It has advantage on saving throws against being ${condition(i)}.\n\n### Actions\n\n***Multiattack.*** It makes two attacks with its oar.\n\n***Oar.*** *Melee Weapon Attack:* +5 to hit, reach 10 ft., one target. *Hit:* 9 (2d6 + 2) bludgeoning damage, and the target is ${condition(i + 1)} until it is dry.\n\n***Toll (Recharge 5–6).*** It asks for a coin. A creature within 30 feet that has one and gives none takes 14 (4d6) brine damage.\n\n### Reactions\n\n***Step Aside.*** It adds 2 to its AC against one attack that would hit it.${legendary}${edition === "2024" ? "\n\n### Description\n\nFerrymen of the long rivers greet it with a nod and never with a word." : ""}`,
    summary: `CR ${rating}, ${size} ${type.toLowerCase()}`,
    facets: { type: [type], size: [size], environment: environments },
    cr,
  };
}

export function magicItem(i: number): EntryContent {
  const rarity = at(RARITIES, i);
  const category = at(CATEGORIES, i + Math.floor(i / 5));
  const attunement = i % 2 === 0;
  return {
    fields: {
      rarity,
      category,
      is_magic: true,
      requires_attunement: attunement,
      attunement_detail: i % 6 === 0 ? "by a druid or a ferrier" : undefined,
      weight_lb: i % 3 ? 1.5 : undefined,
    },
    text: `It is warm to the touch on market days. While you hold it, you can cast *${spellName(0)}* once; it does so again after the next dawn.\n\n- On a roll of **1**, its holder is ${condition(i)} for a minute.\n- In rain it hums.\n\n| d8 | Hum |\n|---|---|\n| 1–4 | low, for 1d4 minutes |\n| 5–8 | high |`,
    summary: `${rarity} ${category.toLowerCase()}${attunement ? ", attunement" : ""}`,
    facets: { rarity: [rarity], category: [category], attunement: bool(attunement) },
  };
}

const MUNDANE = { requires_attunement: false, is_magic: false };

const OPTIONS: Partial<Record<Kind, CharacterOption>> = {
  class: {
    hit_die: "d8",
    saving_throws: ["Wisdom", "Constitution"],
    spellcasting_ability: "Wisdom",
    features: ["Quiet Oar"],
  },
  subclass: { parent: "Ferrier", level: 3, features: ["Second Bank"] },
  race: { size: "Medium", speed: 30, features: ["Wet Feathers"] },
  subrace: { parent: "Heronfolk" },
  "class-option": { parent: "Ferrier", level: 2 },
  feat: { prerequisite: "Wisdom 13" },
};

const KNOWN = "Known along the long river, and nowhere else. Ferrymen swear by it; beekeepers swear at it.";

/** The table of a class that casts spells, as the books have it. */
function classTable(): string {
  const slots = Array.from({ length: 9 }, (_, i) => `${ordinal(i + 1)}-Level Slots`);
  const heads = ["Level", "Proficiency Bonus", "Class Features", "Cantrips", "Prepared Spells", ...slots];
  const rows = Array.from({ length: 20 }, (_, level) => [
    level + 1,
    `+${2 + Math.floor(level / 4)}`,
    at(["Quiet Oar, Ritual Adept, Lamp Recovery", "Second Bank", "Ability Score Improvement", "—"], level),
    3 + Math.floor(level / 6),
    4 + level,
    ...slots.map((_, slot) => (level >= 2 * slot ? Math.min(4, 2 + level - 2 * slot) : "—")),
  ]);
  return [heads, heads.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

const TEXTS: Partial<Record<Kind, string>> = {
  condition: "- It can't take reactions.\n- Attack rolls against it have advantage while its feet are wet.",
  class: `### Levels\n\n${classTable()}\n\n### Quiet Oar\n\nYour oar makes no sound.\n\n### Order\n\nYou choose an order.`,
  rule: "When the party comes to water, one of them tests the ford. On a success, everyone crosses dry. On a failure, each of them is mired until another pulls them out.\n\n### Rivers in spring\n\nRaise the difficulty by 5 after two days of rain.",
};

export function plain(kind: Kind, i: number): EntryContent {
  const text = TEXTS[kind] ?? KNOWN;
  if (kind === "weapon") {
    const properties = [at(["Light", "Heavy", "Reach"], i), at(["Two-handed", "Versatile"], i)];
    return {
      fields: {
        ...MUNDANE,
        category: i % 2 ? "Simple melee" : "Martial melee",
        cost_gp: 2 + i,
        weight_lb: 3,
        damage_dice: "1d8",
        two_handed_damage_dice: "1d10",
        damage_type: "bludgeoning",
        properties,
      },
      text,
      summary: `${i % 2 ? "Simple" : "Martial"} weapon, 1d8 bludgeoning`,
      facets: { property: properties, category: [i % 2 ? "Simple melee" : "Martial melee"] },
    };
  }
  if (kind === "armor") {
    return {
      fields: {
        ...MUNDANE,
        category: "Light",
        armor_class: "11 + Dex modifier",
        cost_gp: 10,
        weight_lb: 12,
        stealth_disadvantage: i % 2 === 0,
        strength_required: i % 2 ? 13 : undefined,
      },
      text,
      summary: "Light armor, AC 11 + Dex",
      facets: { category: ["Light"] },
    };
  }
  if (kind === "item")
    return {
      fields: { ...MUNDANE, cost_gp: 0.5 + i, weight_lb: 1, category: "Gear" },
      text,
      summary: "Gear",
      facets: { category: ["Gear"] },
    };
  if (kind === "rule") {
    // The chapter, and its sections in the same documents.
    const isChapter = i === 0;
    const paragraphs = Array.from({ length: 12 }, (_, number) => `Mile ${number + 1}. ${text.split("\n")[0] ?? ""}`);
    return {
      fields: i < 5 ? {} : { section: SMALL_KINDS.rule?.[0] },
      text: isChapter ? `${text}\n\n### Sections\n\n- Fords in winter\n- Tolls` : paragraphs.join("\n\n"),
      summary: "Rule",
      facets: {},
    };
  }
  const words = kind.replaceAll("-", " ");
  return { fields: OPTIONS[kind] ?? {}, text, summary: words.charAt(0).toUpperCase() + words.slice(1), facets: {} };
}
