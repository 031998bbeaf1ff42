/**
 * The text of an entry without the facts that its fields hold, for entries that come with their description
 * only.
 */
import { type CharacterOption, type Entry, FAMILY } from "../host-types";

/** Words that follow the name of a class or race in the first line of its parts. */
const PARTS = [" subclass", " subrace", " trait", " feature"];

const inItalics = (block: string): string | null => /^\*(.*)\*$/.exec(block)?.[1] ?? null;
const isFacts = (block: string): boolean => block.split("\n").every((line) => line.startsWith("- **"));

/** Tells whether a block repeats an option's parent, subtype or prerequisite. */
function repeatsField({ parent, prerequisite, subtype }: CharacterOption, block: string): boolean {
  const line = inItalics(block);
  if (line === null) return false;
  if (parent && line.startsWith(parent) && PARTS.some((part) => line.startsWith(part, parent.length))) return true;
  return line === `Prerequisite: ${prerequisite}` || line.toLowerCase() === subtype?.toLowerCase();
}

/** Returns what `text` of a whole entry is: `without_facts` of the library does the same. */
export function withoutFacts(entry: Entry): string {
  const family = FAMILY[entry.kind];
  const blocks = entry.description.split("\n\n");
  const skip = (is: (block: string) => boolean): boolean =>
    blocks[0] !== undefined && is(blocks[0]) && !!blocks.shift();
  if (family === "Rule") skip((block) => inItalics(block)?.toLowerCase().endsWith(entry.kind) ?? false);
  if (family === "CharacterOption") while (skip((block) => repeatsField(entry as CharacterOption, block)));
  if (family === "Spell" || family === "Creature" || family === "Equipment") {
    skip((block) => !block.startsWith("**") && inItalics(block) !== null);
    while (skip((block) => isFacts(block) || (family === "Creature" && block.startsWith("| STR |"))));
  }
  return blocks.filter((block) => family !== "Spell" || !block.startsWith("**At Higher Levels.** ")).join("\n\n");
}
