/** The contents of a document as a tree, made of the list of its entries. */
import type { ContentsEntry, Kind } from "../host-types";
import { byName, kindName } from "../words";

/** An entry in the contents, a chapter without an entry of its own, or a group of entries. */
export interface ContentsNode {
  name: string;
  /** The address of the entry; the others have one that only this page knows. */
  uri: string;
  /** Absent for a group. */
  kind?: Kind;
  up: ContentsNode | null;
  parts: ContentsNode[];
  /** True if its text is a passage of the text above it. */
  isWithin: boolean;
}

const CONTENTS = "lore://contents/";

/** The address of the contents of a document. */
export const contentsUri = (document: string): string => CONTENTS + document;

/** The key of the document in the address of an entry or of contents. */
export const documentOf = (uri: string): string => uri.split(/[/#]/)[3] ?? "";

export const isEntry = (uri: string): boolean => !uri.startsWith(CONTENTS);

/** "Hunter’s Mark" → "hunters-mark", as in addresses */
export const slugOf = (name: string): string =>
  name
    .normalize("NFD")
    .replaceAll(/[\p{M}'’]/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

/** The kinds in the order of a book; the others are listed under Reference. */
const KINDS: Kind[] = [
  "rule",
  "class",
  "subclass",
  "race",
  "subrace",
  "background",
  "feat",
  "class-option",
  "trait",
  "spell",
  "weapon",
  "armor",
  "item",
  "magic-item",
  "creature",
  "condition",
  "encounter",
];

/** The kinds of entries that an entry of a kind may be a part of. */
const OWNERS: Partial<Record<Kind, Kind[]>> = {
  rule: ["rule", "class", "race"],
  subclass: ["class"],
  "class-option": ["subclass", "class"],
  subrace: ["race"],
  trait: ["subrace", "race"],
};

/** "Cantrip" → 0, "3rd level" → 3; other groups have no level */
const levelOf = ({ name, kind }: ContentsNode): number =>
  kind ? NaN : name === "Cantrip" ? 0 : Number(/^(\d+)\w\w level$/.exec(name)?.[1]);

/** The contents of a document. */
export class Book {
  readonly root: ContentsNode;
  /** What is read page by page, in the order of the book. */
  readonly pages: ContentsNode[] = [];
  /** The nodes by address; of an entry in several places, the first. */
  #nodes = new Map<string, ContentsNode>();
  #byName = new Map<string, ContentsNode[]>();

  constructor(document: string, entries: ContentsEntry[]) {
    this.root = { name: "Contents", uri: contentsUri(document), up: null, parts: [], isWithin: false };
    this.#nodes.set(this.root.uri, this.root);
    const nodes = entries.map((entry): [ContentsEntry, ContentsNode] => [entry, this.#nodeOf(entry)]);
    for (const kind of KINDS) if (entries.some((entry) => entry.kind === kind)) this.#group(this.root, kindName(kind));
    for (const [entry, node] of nodes) this.#place(entry, node);
    this.root.parts = this.root.parts.filter(({ parts }) => parts.length > 0);
    this.#collectPages(this.root);
  }

  /** Finds what an address, perhaps with an anchor, leads to. */
  find(uri: string): ContentsNode | undefined {
    return this.#nodes.get(uri.replace(/#.*/, ""));
  }

  #nodeOf({ uri, name, kind }: ContentsEntry): ContentsNode {
    const isWithin = kind === "class-option" || kind === "trait";
    const node: ContentsNode = { name, uri, kind, up: null, parts: [], isWithin };
    this.#nodes.set(uri, node);
    const key = name.toLowerCase();
    this.#byName.set(key, [...(this.#byName.get(key) ?? []), node]);
    return node;
  }

  #place(entry: ContentsEntry, node: ContentsNode): void {
    const chapter = entry.kind === "rule" && entry.parent ? this.#textAround(entry, node) : undefined;
    if (chapter) {
      node.isWithin = true;
      return join(chapter, node);
    }
    const names = entry.kind === "rule" ? [entry.parent ?? ""] : (entry.parent?.split(", ") ?? []);
    const owners = names.flatMap((name) => this.#owner(name, node) ?? []);
    if (owners.length > 0) for (const owner of owners) join(owner, node);
    else for (const group of this.#groupsOf(entry)) join(group, node);
  }

  /** Finds the rule whose text has a rule as one of its headings: its address continues that of the other. */
  #textAround(entry: ContentsEntry, node: ContentsNode): ContentsNode | undefined {
    const end = `-${slugOf(entry.name)}`;
    const uri = [entry.uri, entry.uri.replace(/-\d+$/, "")].find((each) => each.endsWith(end));
    const other = this.#nodes.get(uri?.slice(0, -end.length) ?? "");
    return other && other !== node && !isSame(other.name, entry.parent ?? "") ? other : undefined;
  }

  /** Finds the entry of this name that another belongs to. */
  #owner(name: string, node: ContentsNode): ContentsNode | undefined {
    if (isSame(name, node.name)) return undefined;
    const named = (this.#byName.get(name.toLowerCase()) ?? []).filter((other) => !isAround(node, other));
    // Of several chapters of that name, the one that is not a section of another.
    const slug = slugOf(name);
    const isShort = ({ uri }: ContentsNode) => uri.endsWith(`/${slug}`) || uri.endsWith(`/${slug}-${slug}`);
    const owners = ((node.kind && OWNERS[node.kind]) ?? []).flatMap((kind) => {
      const ofKind = named.filter((other) => other.kind === kind);
      return ofKind.find(isShort) ?? ofKind;
    });
    return owners[0];
  }

  /** The groups that list an entry which belongs to no other. */
  #groupsOf({ kind, name, parent, groups = [], level }: ContentsEntry): ContentsNode[] {
    const isMain = KINDS.includes(kind);
    const all = this.#group(isMain ? this.root : this.#group(this.root, "Reference"), kindName(kind));
    if (level) {
      const classes = groups.map((group) => this.#group(all, group));
      return [all, ...classes].map((each) => this.#group(each, level));
    }
    if (groups.length > 0) return groups.map((group) => this.#group(all, group));
    if (!parent || !(kind in OWNERS) || isSame(parent, name)) return [all];
    // A chapter without an entry of its own, or a class of another book.
    return [this.#group(all, parent, kind === "rule" ? kind : undefined)];
  }

  #group(up: ContentsNode, name: string, kind?: Kind): ContentsNode {
    const uri = `${up.uri}/${name}`;
    const known = this.#nodes.get(uri);
    if (known) return known;
    const node: ContentsNode = { name, uri, kind, up: null, parts: [], isWithin: false };
    this.#nodes.set(uri, node);
    join(up, node);
    return node;
  }

  /** Collects the pages below a node, and sorts the groups that are not in the order of the book. */
  #collectPages(node: ContentsNode): void {
    if (node.kind) return void (this.#nodes.get(node.uri) === node && this.pages.push(node));
    const isInOrder = node === this.root || node.parts.some(({ kind }) => kind === "rule");
    if (!isInOrder) node.parts.sort(inGroup);
    node.parts.forEach((part) => this.#collectPages(part));
  }
}

const isSame = (name: string, other: string): boolean => name.toLowerCase() === other.toLowerCase();

/** Makes a node a part of another; the entry gets a node of its own in each further place. */
function join(up: ContentsNode, node: ContentsNode): void {
  if (node.up) up.parts.push({ ...node, up });
  else {
    node.up = up;
    up.parts.push(node);
  }
}

/** By level; what has none follows by name. */
function inGroup(a: ContentsNode, b: ContentsNode): number {
  const [level, other] = [levelOf(a), levelOf(b)];
  return Number(isNaN(level)) - Number(isNaN(other)) || level - other || byName(a, b);
}

/** Tells whether a node is another, or above it. */
function isAround(node: ContentsNode, other: ContentsNode): boolean {
  for (let each: ContentsNode | null = other; each; each = each.up) if (each === node) return true;
  return false;
}

/** The page that shows a node: a section is on the page of its chapter, a feature on that of its class. */
export function pageOf(node: ContentsNode): ContentsNode {
  let page = node;
  while (page.up?.kind) page = page.up;
  return page;
}

/** The nodes above one, from the root. */
export const pathTo = ({ up }: ContentsNode): ContentsNode[] => (up ? [...pathTo(up), up] : []);

/** The parts of a page that follow its own text, with their depth. */
export const partsOf = (node: ContentsNode, depth = 0): { node: ContentsNode; depth: number }[] =>
  node.parts.flatMap((part) => (part.isWithin ? [] : [{ node: part, depth }, ...partsOf(part, depth + 1)]));

/** What comes before and after a page: in its book, or for a group in the group above it. */
export function neighbours(book: Book, page: ContentsNode): [ContentsNode | undefined, ContentsNode | undefined] {
  const all = page.kind ? book.pages : (page.up?.parts ?? []);
  const at = all.findIndex(({ uri }) => uri === page.uri);
  return at < 0 ? [undefined, undefined] : [all[at - 1], all[at + 1]];
}
