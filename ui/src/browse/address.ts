import type { BrowseArguments, Field, FieldFilter } from "../host-types";

/** What is searched for, as the address of the view keeps it. */
export interface Asked extends Required<
  Omit<BrowseArguments, "edition" | "filters" | "cr_min" | "cr_max" | "offset" | "limit">
> {
  filters: Filter[];
  cr_min?: number;
  cr_max?: number;
}

/** A condition on one field, with all of its parts. */
export type Filter = Required<FieldFilter>;

export const NOTHING_ASKED: Asked = { query: "", kinds: [], filters: [], by_meaning: false };

const number = (text: string | null): number | undefined =>
  text === null || text === "" || Number.isNaN(+text) ? undefined : +text;

/** `q=fire&kind=spell&in.level=3&not.school=Evocation&every=class&cr-min=0.25&meaning=1` */
export function readAddress(address: string): Asked {
  const asked = new URLSearchParams(address);
  const filters = new Map<string, Filter>();
  const every = asked.getAll("every");
  for (const [name, value] of asked) {
    const [side, field] = name.split(/\.(.*)/s);
    if (!field || (side !== "in" && side !== "not")) continue;
    const filter = filters.get(field) ?? {
      field: field as Field,
      include: [],
      exclude: [],
      every: every.includes(field),
    };
    filter[side === "in" ? "include" : "exclude"].push(value);
    filters.set(field, filter);
  }
  return {
    query: asked.get("q") ?? "",
    kinds: asked.getAll("kind"),
    filters: [...filters.values()],
    cr_min: number(asked.get("cr-min")),
    cr_max: number(asked.get("cr-max")),
    by_meaning: asked.get("meaning") === "1",
  };
}

/** The address of what is asked, and of the entry that is open beside it. */
export function writeAddress(asked: Asked, open: string | null): string {
  const address = new URLSearchParams();
  if (asked.query) address.set("q", asked.query);
  for (const kind of asked.kinds) address.append("kind", kind);
  for (const filter of asked.filters) {
    for (const value of filter.include) address.append(`in.${filter.field}`, value);
    for (const value of filter.exclude) address.append(`not.${filter.field}`, value);
    if (filter.every) address.append("every", filter.field);
  }
  if (asked.cr_min !== undefined) address.set("cr-min", String(asked.cr_min));
  if (asked.cr_max !== undefined) address.set("cr-max", String(asked.cr_max));
  if (asked.by_meaning) address.set("meaning", "1");
  if (open) address.set("open", open);
  return address.toString();
}

/** The entry that an address opens. */
export const openedBy = (address: string): string | null => new URLSearchParams(address).get("open");
