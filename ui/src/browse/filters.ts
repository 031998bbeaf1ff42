import { FIELDS, type Field } from "../host-types";
import type { SearchRequest, Filter } from "./search-address";

/** The filter by a value: none, included, or excluded. */
export type FilterMode = "off" | "include" | "exclude";

/** "damage-type" → "Damage" */
export const fieldName = (field: Field): string => FIELDS[field].title;

const named = (is: (field: Field) => boolean): readonly Field[] => (Object.keys(FIELDS) as Field[]).filter(is);

/** Fields of which an entry can have several values, so that "all of them" can be asked. */
export const MULTI_VALUE_FIELDS = named((field) => FIELDS[field].several);

/** Fields that every kind has; the filters of the others go when another kind is chosen. */
export const ALL_KINDS_FIELDS = named((field) => FIELDS[field].ofAllKinds);

/** The fields whose values are shown on request only. */
export const FOLDED_FIELDS = named((field) => FIELDS[field].folded);

export function modeOf(filters: Filter[], field: Field, value: string): FilterMode {
  const filter = filters.find((one) => one.field === field);
  if (filter?.include.includes(value)) return "include";
  return filter?.exclude.includes(value) ? "exclude" : "off";
}

/** Off → include → exclude → off. */
export const NEXT_MODE: Record<FilterMode, FilterMode> = { off: "include", include: "exclude", exclude: "off" };

/** Returns the filters with one value set to a mode. */
export function withMode(filters: Filter[], field: Field, value: string, mode: FilterMode): Filter[] {
  const old = filters.find((one) => one.field === field) ?? { field, include: [], exclude: [], every: false };
  const changed = {
    ...old,
    include: old.include.filter((one) => one !== value),
    exclude: old.exclude.filter((one) => one !== value),
  };
  if (mode !== "off") changed[mode].push(value);
  const others = filters.filter((one) => one.field !== field);
  return changed.include.length + changed.exclude.length > 0 ? [...others, changed] : others;
}

/** Returns the filters with "all of them" or "any of them" for a field. */
export const withEvery = (filters: Filter[], field: Field, every: boolean): Filter[] =>
  filters.map((one) => (one.field === field ? { ...one, every } : one));

/** Counts the filtered values. */
export const filterCount = (request: SearchRequest): number =>
  request.filters.reduce((sum, filter) => sum + filter.include.length + filter.exclude.length, 0) +
  (request.cr_min === undefined && request.cr_max === undefined ? 0 : 1);
