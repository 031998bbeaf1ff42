import { share, watchShare } from "../host";
import { type Document, FAMILY, type Families, type Kind, type ShareChoice, type ShareState } from "../host-types";
import { errorText } from "../problem";

const kindsOf = (family: keyof Families): Kind[] =>
  (Object.keys(FAMILY) as Kind[]).filter((kind) => FAMILY[kind] === family && kind !== "magic-item");

/** The kinds of entries that can be left out together. */
export const GROUPS: readonly { name: string; kinds: readonly Kind[] }[] = [
  { name: "Creatures and encounters", kinds: [...kindsOf("Creature"), ...kindsOf("Encounter")] },
  { name: "Magic items", kinds: ["magic-item"] },
  { name: "Weapons, armor and gear", kinds: kindsOf("Equipment") },
  { name: "Spells", kinds: kindsOf("Spell") },
  { name: "Character options", kinds: kindsOf("CharacterOption") },
  { name: "Rules", kinds: kindsOf("Rule") },
];

/** Returns why a book is at first not shared; empty for a published book that everybody may pass on. */
export function reservation({ source_api, license, partial }: Document): string {
  if (source_api === "own") return "your own";
  if (source_api === "orcbrew") return "your file: for your own table only";
  if (partial) return "only what lookups fetched";
  return /^unknown/i.test(license ?? "unknown") ? "licence unknown: for your own table only" : "";
}

/** What the user shares with players. */
export class Share {
  state: ShareState = $state.raw({ phase: { is: "stopped" }, choice: null, place: null });
  trouble: string | null = $state(null);
  /** The keys of the chosen books; null before the user has chosen. */
  chosen: string[] | null = $state.raw(null);
  /** The names of the groups that are left out. */
  leftOut: string[] = $state.raw([]);
  /** With the user's notes. */
  notes = $state(false);

  readonly isOn: boolean = $derived(this.state.phase.is !== "stopped");

  /** Follows the state, in the window that may. */
  watch(): void {
    watchShare((state) => (this.state = state)).catch((reason: unknown) => (this.trouble = errorText(reason)));
  }

  /** Returns what is chosen of these books. At first, those are that everybody may pass on. */
  choiceOf(documents: Document[]): ShareChoice {
    const isChosen = (document: Document) =>
      this.chosen ? this.chosen.includes(document.document_key) : !reservation(document);
    return {
      documents: documents.filter(isChosen).map(({ document_key }) => document_key),
      without: GROUPS.filter(({ name }) => this.leftOut.includes(name)).flatMap(({ kinds }) => kinds),
      notes: this.notes,
    };
  }

  toggle(documents: Document[], key: string): void {
    this.chosen = toggled(this.choiceOf(documents).documents, key);
  }

  toggleGroup(name: string): void {
    this.leftOut = toggled(this.leftOut, name);
  }

  /** Begins to share. Needs the user's consent. */
  begin(choice: ShareChoice): Promise<void> {
    return this.#try(share(choice));
  }

  end(): Promise<void> {
    return this.#try(share(null));
  }

  async #try(work: Promise<void>): Promise<void> {
    this.trouble = await work.then(() => null, errorText);
  }
}

const toggled = (names: string[], name: string): string[] =>
  names.includes(name) ? names.filter((one) => one !== name) : [...names, name];
