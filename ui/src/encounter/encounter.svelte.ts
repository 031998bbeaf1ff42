import { planEncounter } from "../host";
import type { EncounterAnswer, EncounterArguments, RatedEncounter } from "../host-types";
import { errorText } from "../problem";

/** So many characters of one level. */
export interface Group {
  characters: number;
  level: number;
}

/** A creature of the list, and how many there are. */
export interface Member {
  uri: string;
  name: string;
  count: number;
}

/** What the game master has entered; it survives a restart. */
export interface Draft {
  party: Group[];
  members: Member[];
  difficulty: string;
  theme: string;
  creatureType: string;
  environment: string;
}

const KEY = "encounter";
const MAX_COUNT = 100;
const NEW: Draft = {
  party: [{ characters: 4, level: 1 }],
  members: [],
  difficulty: "moderate",
  theme: "",
  creatureType: "",
  environment: "",
};

function readDraft(): Draft {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    const { party, members, ...words } = kept as Draft;
    const isSound =
      party.every((group) => group.characters > 0 && group.level > 0) &&
      members.every((member) => typeof member.uri === "string" && member.count > 0);
    return isSound ? { ...NEW, ...words, party, members } : NEW;
  } catch {
    return NEW;
  }
}

/** The encounter that the game master builds. All figures come from the server. */
export class Encounter {
  draft: Draft = $state.raw(readDraft());
  /** What the list means for the party; null until the server has answered. */
  rated: EncounterAnswer | null = $state.raw(null);
  /** The encounters that the server suggests. */
  suggested: RatedEncounter[] = $state.raw([]);
  message: string = $state("");
  trouble: string = $state("");
  isSuggesting: boolean = $state(false);
  /** The creatures that were cleared or replaced last, until the list changes in another way. */
  replaced: Member[] = $state.raw([]);
  #seed = 0;
  #asked = 0;

  /** The list with its figures; undefined while it is empty. */
  get encounter(): RatedEncounter | undefined {
    return this.rated?.encounters[0];
  }

  /** Changes what was entered, and keeps it. */
  change(change: Partial<Draft>): void {
    if (change.members) this.replaced = [];
    this.draft = { ...this.draft, ...change };
    localStorage.setItem(KEY, JSON.stringify(this.draft));
  }

  numberOf(uri: string): number {
    return this.draft.members.find((member) => member.uri === uri)?.count ?? 0;
  }

  /** Adds one of a creature. */
  add(uri: string, name: string): void {
    if (this.numberOf(uri) > 0) this.setNumber(uri, this.numberOf(uri) + 1);
    else this.change({ members: [...this.draft.members, { uri, name, count: 1 }] });
  }

  /** Sets the number of a creature; 0 removes it. */
  setNumber(uri: string, count: number): void {
    const members = this.draft.members.map((member) =>
      member.uri === uri ? { ...member, count: Math.min(count, MAX_COUNT) } : member,
    );
    this.change({ members: members.filter((member) => member.count > 0) });
  }

  /** Takes other creatures for the list; `undo` brings those before back. */
  replace(creatures: Member[]): void {
    const replaced = this.draft.members;
    this.change({ members: creatures.map(({ uri, name, count }) => ({ uri, name, count })) });
    this.replaced = replaced;
  }

  undo(): void {
    this.change({ members: this.replaced });
  }

  /**
   * Asks the server what the list means for the party. An answer that a later question has overtaken is
   * dropped.
   */
  async rate(): Promise<void> {
    const asked = ++this.#asked;
    const creatures = this.draft.members.map(({ uri, count }) => `${count} ${uri}`);
    try {
      const answer = await planEncounter({ levels: this.#levels(), creatures });
      if (asked !== this.#asked) return;
      this.rated = answer.value;
      this.trouble = "";
    } catch (reason) {
      if (asked === this.#asked) this.trouble = errorText(reason);
    }
  }

  /** Asks the server for encounters; each time for others. */
  async suggest(): Promise<void> {
    const { difficulty, theme, creatureType, environment } = this.draft;
    const request: EncounterArguments = { levels: this.#levels(), difficulty, seed: this.#seed++ };
    if (theme.trim()) request.theme = theme;
    if (creatureType.trim()) request.type = creatureType;
    if (environment.trim()) request.environment = environment;
    this.isSuggesting = true;
    try {
      const answer = await planEncounter(request);
      this.suggested = answer.value.encounters;
      this.message = answer.message ?? "";
    } catch (reason) {
      this.suggested = [];
      this.message = errorText(reason);
    } finally {
      this.isSuggesting = false;
    }
  }

  #levels = (): number[] =>
    this.draft.party.flatMap(({ characters, level }) => Array.from({ length: characters }, () => level));
}
