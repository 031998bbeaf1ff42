import { expect, test } from "vitest";
import { Book, type ContentsNode, neighbours, pageOf, partsOf, pathTo } from "../../src/books/contents";
import { asPage, furtherParts } from "../../src/books/page";
import type { ContentsEntry, Kind, WholeEntry } from "../../src/host-types";

const uri = (kind: Kind, slug: string) => `lore://entry/lod/${kind}/${slug}`;
const row = (kind: Kind, slug: string, name: string, more: Partial<ContentsEntry> = {}): ContentsEntry => ({
  uri: uri(kind, slug),
  name,
  kind,
  ...more,
});
const rule = (slug: string, name: string, parent?: string) => row("rule", slug, name, { parent });

function found(book: Book, kind: Kind, slug: string): ContentsNode {
  const node = book.find(uri(kind, slug));
  if (!node) throw new Error(`no ${slug}`);
  return node;
}
const names = (nodes: (ContentsNode | undefined)[]) => nodes.map((node) => node?.name);
/** The names on the way to a node, and its own. */
const way = (node: ContentsNode) => names([...pathTo(node).slice(1), node]).join(" › ");

test("sections belong to the chapter that they name, and passages to the text around them", () => {
  const book = new Book("lod", [
    rule("kin-size", "Size", "Kin"),
    rule("combat", "Combat"),
    rule("combat-cover", "Cover", "Combat"),
    rule("the-order", "The Order", "Combat"),
    rule("the-order-surprise", "Surprise", "Combat"),
    rule("the-order-surprise-2", "Surprise", "Combat"),
    rule("cover-prone", "Prone behind Cover", "Cover"),
    rule("size-size", "Size", "Size"),
    rule("size-space", "Space", "Size"),
    rule("combat-tables", "Combat Tables"),
  ]);
  expect(names(book.root.parts[0]?.parts ?? [])).toEqual(["Kin", "Combat", "Size", "Combat Tables"]);
  const combat = found(book, "rule", "combat");
  expect(partsOf(combat).map(({ node, depth }) => `${depth} ${node.name}`)).toEqual([
    "0 Cover",
    "1 Prone behind Cover",
    "0 The Order",
  ]);
  const surprise = found(book, "rule", "the-order-surprise-2");
  expect([way(surprise), surprise.isWithin]).toEqual(["Rules › Combat › The Order › Surprise", true]);
  expect(pageOf(surprise)).toBe(combat);
  expect(way(found(book, "rule", "size-space"))).toBe("Rules › Size › Space");
  // A chapter without an entry of its own is a page as well.
  const size = found(book, "rule", "kin-size");
  expect([way(size), pageOf(size).name, partsOf(pageOf(size)).length]).toEqual(["Rules › Kin › Size", "Kin", 1]);
  expect(names(neighbours(book, combat))).toEqual(["Kin", "Size"]);
});

test("a class has its features, subclasses and rules, and a trait each of its races", () => {
  const book = new Book("lod", [
    row("class-option", "rage", "Rage", { parent: "Ferrier" }),
    row("class", "ferrier", "Ferrier"),
    row("subclass", "ford", "Order of the Ford", { parent: "Ferrier" }),
    row("class-option", "banks", "Second Bank", { parent: "Order of the Ford" }),
    row("subclass", "far", "Order of the Far Shore", { parent: "Paladin" }),
    rule("oars", "Broken Oars", "Ferrier"),
    row("race", "heron", "Heronfolk"),
    row("race", "toad", "Toadfolk"),
    row("trait", "wet", "Wet Feet", { parent: "Heronfolk, Toadfolk" }),
  ]);
  const ferrier = found(book, "class", "ferrier");
  expect(names(ferrier.parts)).toEqual(["Rage", "Order of the Ford", "Broken Oars"]);
  expect(partsOf(ferrier).map(({ node }) => node.name)).toEqual(["Order of the Ford", "Broken Oars"]);
  expect(pageOf(found(book, "class-option", "banks"))).toBe(ferrier);
  expect(way(found(book, "subclass", "far"))).toBe("Subclasses › Paladin › Order of the Far Shore");
  expect(names(found(book, "race", "toad").parts)).toEqual(["Wet Feet"]);
  expect(way(found(book, "trait", "wet"))).toBe("Races and species › Heronfolk › Wet Feet");
  expect(names(neighbours(book, ferrier))).toEqual([undefined, "Order of the Far Shore"]);
});

test("spells are listed by level and by class, creatures by type, and rare kinds at the end", () => {
  const spell = (name: string, level: string, ...groups: string[]) =>
    row("spell", name.toLowerCase(), name, { level, groups });
  const book = new Book("lod", [
    row("language", "heronish", "Heronish"),
    row("creature", "moth", "Moth", { groups: ["Beast"] }),
    spell("Whisper", "1st level", "Druid", "Bard"),
    spell("Ladder", "10th level", "Bard"),
    spell("Kettle", "Cantrip"),
    row("weapon", "oar", "Oar"),
  ]);
  expect(names(book.root.parts)).toEqual(["Spells", "Weapons", "Creatures", "Reference"]);
  const spells = book.root.parts[0];
  expect(names(spells?.parts ?? [])).toEqual(["Cantrip", "1st level", "10th level", "Bard", "Druid"]);
  expect(way(found(book, "spell", "whisper"))).toBe("Spells › 1st level › Whisper");
  expect(way(found(book, "creature", "moth"))).toBe("Creatures › Beast › Moth");
  expect(way(found(book, "language", "heronish"))).toBe("Reference › Languages › Heronish");
  expect(names(neighbours(book, book.find("lore://contents/lod/Spells/1st level") ?? book.root))).toEqual([
    "Cantrip",
    "10th level",
  ]);
  expect(names(book.pages)).toEqual(["Kettle", "Whisper", "Ladder", "Oar", "Moth", "Heronish"]);
});

test("entries that name each other as their chapter are all listed", () => {
  const book = new Book("lod", [rule("a", "A", "B"), rule("b", "B", "A"), rule("c", "C", "C")]);
  expect(way(found(book, "rule", "a"))).toBe("Rules › A › B › A");
  expect(names(book.pages)).toHaveLength(2);
});

test("a page links the features in its table, and lists those that it does not describe", () => {
  const book = new Book("lod", [
    row("class", "ferrier", "Ferrier"),
    row("class-option", "oar", "Quiet Oar (one use)", { parent: "Ferrier" }),
    row("class-option", "spells", "Spellcasting: Ferrier", { parent: "Ferrier" }),
    row("class-option", "toll", "Silver Toll", { parent: "Ferrier" }),
    rule("crossing", "Crossing"),
    rule("crossing-fords", "Fords", "Crossing"),
  ]);
  const whole = (text: string) => ({ text, links: [] }) as unknown as WholeEntry;
  const ferrier = found(book, "class", "ferrier");
  const text = "| Features |\n|---|\n| Spellcasting, Quiet Oar |";
  const page = asPage(whole(text), ferrier);
  expect(page.text).toBe(text);
  expect(page.links.filter(({ before }) => before === ", ").map(({ text }) => text)).toEqual([
    "Quiet Oar",
    "Spellcasting",
    "Silver Toll",
  ]);
  expect(names(furtherParts(whole(text), ferrier))).toEqual(["Silver Toll"]);
  const chapter = asPage(whole("Wade.\n\n### Sections\n\n- Fords\n- Tolls"), found(book, "rule", "crossing"));
  expect(chapter.text).toBe("Wade.");
});

test("the contents of a large book are ready at once", () => {
  const rows = Array.from({ length: 20_000 }, (_, i) =>
    i % 2 ? rule(`chapter-${i % 40}-part-${i}`, `Part ${i}`, `Chapter ${i % 40}`) : row("item", `i${i}`, `Item ${i}`),
  );
  const before = process.cpuUsage();
  expect(new Book("lod", rows).pages).toHaveLength(10_020);
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
});
