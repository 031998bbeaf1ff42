/** A page of a book: a chapter with its sections, a class with its features and subclasses, or one entry. */
import type { Link, WholeEntry } from "../host-types";
import { type ContentsNode, slugOf } from "./contents";

/** The list of sections at the end of a chapter, whose text follows on its page. */
const SECTIONS = /(?:^|\n+)### Sections\n+(?:- .*(?:\n|$))+$/;

/** The heading of a feature: "Bardic Inspiration (d6)" has "Bardic Inspiration". */
const heading = ({ name, up }: ContentsNode): string =>
  name.replace(/\s*\(.*\)$/, "").replace(`: ${up?.name ?? ""}`, "");

/**
 * Links to the features of a class or race, for the cells of its table: a name is meant at the start of a
 * cell and after a comma.
 */
const featureLinks = ({ parts }: ContentsNode): Link[] =>
  parts
    .filter(({ isWithin, kind }) => isWithin && kind !== "rule")
    .flatMap((part) =>
      ["\n", ", "].map((before) => ({ text: heading(part), uri: part.uri, kind: part.kind ?? "class-option", before })),
    );

/** Returns an entry as the beginning of its page. */
export const asPage = (whole: WholeEntry, node: ContentsNode | undefined): WholeEntry =>
  node?.parts.length
    ? { ...whole, text: whole.text.replace(SECTIONS, ""), links: [...whole.links, ...featureLinks(node)] }
    : whole;

/** The features of a page that its text does not describe: options to choose from, and versions of others. */
export const furtherParts = (whole: WholeEntry, { parts }: ContentsNode): ContentsNode[] =>
  parts.filter((part) => part.isWithin && part.kind !== "rule" && !whole.text.includes(heading(part)));

/** Finds where a page shows a node, or the heading of an address with an anchor. */
export function placeOf(page: HTMLElement, node: ContentsNode, uri: string): Element | null {
  const [, anchor] = uri.split("#");
  let within: ContentsNode = node;
  while (within.isWithin && within.up?.kind) within = within.up;
  const part = [...page.querySelectorAll<HTMLElement>("[data-part]")].find(
    ({ dataset }) => dataset.part === within.uri,
  );
  if (!anchor && node === within) return part ?? null;
  const headings = [...(part ?? page).querySelectorAll("h2, h3, h4, h5, h6, strong")];
  const named = (name: string) => headings.find((each) => slugOf(each.textContent) === slugOf(name));
  return (anchor ? named(anchor) : (named(node.name) ?? named(heading(node)))) ?? part ?? null;
}

/** A heading of a page. */
export interface Heading {
  name: string;
  /** Its address. */
  uri: string;
  /** Its depth, from 1. */
  depth: number;
  element: Element;
}

/** Lists the headings of a page below its title. */
export const headingsOf = (page: HTMLElement, uri: string): Heading[] =>
  [...page.querySelectorAll<HTMLElement>("h3, h4")].map((element) => {
    const part = element.closest<HTMLElement>("[data-part]")?.dataset.part ?? uri;
    const isOfPart = element.dataset.ofPart !== undefined;
    return {
      name: element.textContent,
      uri: isOfPart ? part : `${part}#${slugOf(element.textContent)}`,
      depth: Number(element.tagName[1]) - 2,
      element,
    };
  });
