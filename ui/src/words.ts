/** The wording of numbers and names in the window. */

import type { Phase, Stats } from "./host-types";

const NUMBER = new Intl.NumberFormat("en");

/** 2280 → "2,280" */
export const count = (value: number): string => NUMBER.format(value);

/** 1, "entry", "entries" → "1 entry" */
export const counted = (value: number, one: string, many: string): string =>
  `${count(value)} ${value === 1 ? one : many}`;

/** "fire bolt" → "Fire bolt" */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "it names no program" → "It names no program." */
export const asSentence = (text: string): string => capitalize(text) + (/[.!?…]$/.test(text) ? "" : ".");

/** "magic-item" → "Magic item". The rules of 2024 call a race a species. */
export function kindWord(kind: string, edition?: string): string {
  if (edition === "2024" && kind === "race") return "Species";
  if (edition === "2024" && kind === "subrace") return "Subspecies";
  return capitalize(kind.replaceAll("-", " "));
}

/** "magic-item" → "Magic items", for the entries of all editions */
export function kindName(kind: string): string {
  const name = kindWord(kind);
  if (name === "Armor") return name;
  if (kind === "race") return "Races and species";
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}

const NAMES = new Intl.Collator("en", { numeric: true });

/** Compares names, with numbers by value. */
export const byName = (a: { name: string }, b: { name: string }): number => NAMES.compare(a.name, b.name);

/** The most used kinds; the others follow by name. */
const FIRST_KINDS = [
  "spell",
  "creature",
  "magic-item",
  "condition",
  "class",
  "rule",
  "weapon",
  "armor",
  "item",
  "feat",
  "background",
  "subclass",
  "race",
  "subrace",
];

/** Compares kinds by how often people look for them. */
export function byImportance(a: { kind: string }, b: { kind: string }): number {
  const place = (kind: string) => FIRST_KINDS.indexOf(kind) + 1 || FIRST_KINDS.length + 1;
  return place(a.kind) - place(b.kind) || a.kind.localeCompare(b.kind);
}

const SOURCES: Record<string, string> = {
  open5e_v2: "Open5e",
  open5e_v1: "Open5e (v1)",
  dnd5e_api: "Bundled SRD",
  srd: "Bundled SRD",
  orcbrew: "Your file",
  own: "Your own",
};

/** "dnd5e_api" → "Bundled SRD" */
export const sourceName = (source: string): string => SOURCES[source] ?? source;

const UNITS = ["bytes", "kB", "MB", "GB", "TB"];

/** 9420800 → "9.4 MB" */
export function bytes(value: number): string {
  let unit = 0;
  let size = value;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit++;
  }
  const digits = unit === 0 || size >= 100 ? 0 : 1;
  return `${size.toFixed(digits)} ${UNITS[unit]}`;
}

/** The phases of a server, in words. */
export const PHASE_NAMES: Record<Phase["is"], string> = {
  starting: "starting",
  running: "running",
  restarting: "restarting",
  failed: "failed",
  stopped: "stopped",
};

/**
 * Says why a library is empty: the server reports no statistics before it has imported the bundled content.
 */
export const emptyLibrary = (statistics: Stats | null): string =>
  statistics === null
    ? "The bundled rules are being imported and appear here in a moment."
    : "There are no entries. If the bundled rules are missing, install LoreKeeper again: they come with it.";
