import { FIELDS, type Field } from "../host-types";
import type { Asked, Filter } from "./address";

/** A value of a field is wanted, unwanted, or makes no difference. */
export type Stand = "off" | "include" | "exclude";

/** "damage-type" → "Damage" */
export const fieldName = (field: Field): string => FIELDS[field].title;

const named = (is: (field: Field) => boolean): readonly Field[] => (Object.keys(FIELDS) as Field[]).filter(is);

/** Fields of which an entry can have several values, so that "all of them" can be asked. */
export const HAS_SEVERAL = named((field) => FIELDS[field].several);

/** Fields that every kind has; the filters of the others go when another kind is chosen. */
export const OF_ALL_KINDS = named((field) => FIELDS[field].ofAllKinds);

export function standOf(filters: Filter[], field: Field, value: string): Stand {
  const filter = filters.find((one) => one.field === field);
  if (filter?.include.includes(value)) return "include";
  return filter?.exclude.includes(value) ? "exclude" : "off";
}

/** Off → include → exclude → off. */
export const NEXT: Record<Stand, Stand> = { off: "include", include: "exclude", exclude: "off" };

/** The filters with one value set to a stand. */
export function withStand(filters: Filter[], field: Field, value: string, stand: Stand): Filter[] {
  const old = filters.find((one) => one.field === field) ?? { field, include: [], exclude: [], every: false };
  const changed = {
    ...old,
    include: old.include.filter((one) => one !== value),
    exclude: old.exclude.filter((one) => one !== value),
  };
  if (stand !== "off") changed[stand].push(value);
  const others = filters.filter((one) => one.field !== field);
  return changed.include.length + changed.exclude.length > 0 ? [...others, changed] : others;
}

/** The filters with "all of them" or "any of them" for one field. */
export const withEvery = (filters: Filter[], field: Field, every: boolean): Filter[] =>
  filters.map((one) => (one.field === field ? { ...one, every } : one));

/** How many values are filtered by. */
export const filterCount = (asked: Asked): number =>
  asked.filters.reduce((sum, filter) => sum + filter.include.length + filter.exclude.length, 0) +
  (asked.cr_min === undefined && asked.cr_max === undefined ? 0 : 1);
