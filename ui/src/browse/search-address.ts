import type { BrowseArguments, Field, FieldFilter, Order } from "../host-types";

/** A search, as the address of the view holds it. */
export interface SearchRequest extends Required<Pick<BrowseArguments, "query" | "kinds">> {
  filters: Filter[];
  sort?: Order;
  cr_min?: number;
  cr_max?: number;
}

/** A filter by one field, with all of its parts. */
export type Filter = Required<FieldFilter>;

export const EMPTY_REQUEST: SearchRequest = { query: "", kinds: [], filters: [] };

const number = (text: string | null): number | undefined =>
  text === null || text === "" || Number.isNaN(+text) ? undefined : +text;

/** `q=fire&kind=spell&in.level=3&not.school=Evocation&every=class&cr-min=0.25&sort=-level` */
export function readAddress(address: string): SearchRequest {
  const request = new URLSearchParams(address);
  const filters = new Map<string, Filter>();
  const every = request.getAll("every");
  for (const [name, value] of request) {
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
    query: request.get("q") ?? "",
    kinds: request.getAll("kind"),
    filters: [...filters.values()],
    cr_min: number(request.get("cr-min")),
    cr_max: number(request.get("cr-max")),
    sort: (request.get("sort") as Order | null) ?? undefined,
  };
}

/** Writes the address of a search, and of the entry that is open beside the list. */
export function writeAddress(request: SearchRequest, open: string | null): string {
  const address = new URLSearchParams();
  if (request.query) address.set("q", request.query);
  for (const kind of request.kinds) address.append("kind", kind);
  for (const filter of request.filters) {
    for (const value of filter.include) address.append(`in.${filter.field}`, value);
    for (const value of filter.exclude) address.append(`not.${filter.field}`, value);
    if (filter.every) address.append("every", filter.field);
  }
  if (request.cr_min !== undefined) address.set("cr-min", String(request.cr_min));
  if (request.cr_max !== undefined) address.set("cr-max", String(request.cr_max));
  if (request.sort) address.set("sort", request.sort);
  if (open) address.set("open", open);
  return address.toString();
}

/** Returns the entry that an address opens. */
export const openedBy = (address: string): string | null => new URLSearchParams(address).get("open");

/** The address of the entries of a document. */
export const entriesOfDocument = (key: string): string =>
  writeAddress({ ...EMPTY_REQUEST, filters: [{ field: "document", include: [key], exclude: [], every: false }] }, null);

/** The address of the entries of a kind. */
export const entriesOfKind = (kind: string): string => writeAddress({ ...EMPTY_REQUEST, kinds: [kind] }, null);
