import type { Kind } from "../../src/host-types";

/** Invented names, the same at every start. */
const FIRST = [
  "Amber",
  "Brass",
  "Copper",
  "Drowsy",
  "Ember",
  "Feathered",
  "Gentle",
  "Hollow",
  "Ivory",
  "Jesting",
  "Kindled",
  "Lantern",
  "Mossy",
  "Nettle",
  "Opal",
  "Patient",
  "Quiet",
  "Rusted",
  "Salted",
  "Thistle",
];
const OF_SPELLS = ["Ladder", "Chorus", "Kettle", "Doorway", "Umbrella", "Whisper", "Harvest", "Mirror"];
const OF_CREATURES = ["Heron", "Toad", "Gargler", "Lamplighter", "Moth", "Badger", "Ferryman", "Wisp"];
const OF_ITEMS = ["Teapot", "Compass", "Boots", "Spindle", "Thimble", "Bell", "Cloak", "Whistle"];

/** Returns a name by its index; the first 160 differ. */
function name(second: string[], index: number): string {
  const a = FIRST[(index * 7 + Math.floor(index / FIRST.length)) % FIRST.length] ?? "";
  const b = second[(index + Math.floor(index / FIRST.length)) % second.length] ?? "";
  const round = Math.floor(index / (FIRST.length * second.length));
  return round === 0 ? `${a} ${b}` : `${a} ${b} ${round + 1}`;
}

export const spellName = (index: number): string => name(OF_SPELLS, index);
export const creatureName = (index: number): string => name(OF_CREATURES, index);
export const itemName = (index: number): string => name(OF_ITEMS, index);

/** The entries of the small kinds. */
export const SMALL_KINDS: Partial<Record<Kind, string[]>> = {
  weapon: [
    "Oar",
    "Boathook",
    "Crook",
    "Ladle",
    "Long ladle",
    "Marsh pick",
    "Net sling",
    "Pitchfork",
    "Reed pipe",
    "Threshing bar",
  ],
  armor: ["Barrel staves", "Cork coat", "Eelskin", "Felted wool", "Pot lid", "Tin breastplate"],
  item: [
    "Beeswax (1 lb.)",
    "Bundle of rushes",
    "Ferry token",
    "Fishing creel",
    "Lamp oil, scented",
    "Pickled plums",
    "Rope of hair (30 feet)",
    "Sealing clay",
    "Tinder horn",
    "Weatherglass",
  ],
  class: ["Ferrier", "Lampwright"],
  subclass: ["Order of the Deep Ford", "Keeper of Small Flames", "School of Slow Water", "Way of the Turned Page"],
  race: ["Heronfolk", "Marshborn", "Underbridge kin", "Wickling"],
  subrace: ["Grey heronfolk", "Tall wickling"],
  background: ["Beekeeper", "Bridge warden", "Lapsed cartographer", "Pickle merchant"],
  feat: ["Good listener", "Heavy sleeper", "Never lost twice", "Steady hands", "Well fed"],
  "class-option": ["Quiet Oar", "Ford: Stepping stones", "Flame: Banked", "Flame: Guttering", "Oath of the Ferry"],
  rule: [
    "Crossing water",
    "Getting lost",
    "Keeping watch",
    "Market days",
    "Weather by the week",
    "Fords in winter",
    "Ferries",
    "Tolls",
    "Bridges",
  ],
  condition: ["Bewildered", "Hushed", "Mired", "Moonstruck"],
  "damage-type": ["Brine", "Tickling"],
  skill: ["Bargecraft", "Cloud reading"],
  language: ["Heronish", "Underbridge cant"],
};
