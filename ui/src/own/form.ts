/**
 * The values of an entry's fields as the editor shows them: a text for each, but a flag, scores and passages
 * as they are.
 */
import type { FormField } from "../host-types";

export interface Passage {
  name: string;
  text: string;
}

/** The abilities in the order of a stat block. */
export const ABILITIES = ["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"] as const;

export type FormValue = string | boolean | Record<string, string> | Passage[];

const inWords = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

const withSign = (bonus: unknown): string => (Number(bonus) < 0 ? inWords(bonus) : `+${inWords(bonus)}`);

/** Returns the value that the editor shows for one of an entry. */
export function shownValue(field: FormField, value: unknown): FormValue {
  const { input } = field;
  if (input === "flag") return value === true;
  if (input === "parts") {
    return Array.isArray(value) ? value.map((part) => ({ name: "", text: "", ...(part as Partial<Passage>) })) : [];
  }
  const byName = (value ?? {}) as Record<string, unknown>;
  if (input === "scores") return Object.fromEntries(ABILITIES.map((ability) => [ability, inWords(byName[ability])]));
  if (input === "bonuses") {
    const bonuses = Object.entries(byName).map(([name, bonus]) => `${name} ${withSign(bonus)}`);
    return bonuses.join(", ");
  }
  return Array.isArray(value) ? value.map(inWords).join(", ") : inWords(value);
}

/** Returns the value to send: null for an empty one, which clears the field. */
export function sentValue(value: FormValue | undefined): unknown {
  if (value === undefined || value === "" || value === false) return null;
  if (Array.isArray(value)) {
    const filled = value.filter(({ name, text }) => name.trim() || text.trim());
    return filled.length > 0 ? filled : null;
  }
  if (typeof value === "object") return Object.values(value).some((score) => score.trim()) ? value : null;
  return value;
}
