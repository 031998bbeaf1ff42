import type { EntryCache } from "../entry/entry-cache";
import { modifier } from "../entry/facts";
import { isOf } from "../entry/families";
import { browse, planEncounter, rollDice } from "../host";
import type { EncounterAnswer, EncounterArguments, Listed, RatedEncounter } from "../host-types";
import { errorText } from "../problem";
import type { Server } from "../server.svelte";
import { type Combatant, type Fight, joined, NO_FIGHT } from "./initiative";

/** So many characters of one level. */
export interface Group {
  characters: number;
  level: number;
  /** Their names, if they were given. */
  names: string[];
}

/** A creature of the list, and how many there are. */
export interface Member {
  uri: string;
  name: string;
  count: number;
}

/** An encounter as it is kept. */
export interface SavedEncounter {
  name: string;
  members: Member[];
  fight: Fight;
}

/** What a suggestion should be like. */
export interface SuggestionRequest {
  difficulty: string;
  theme: string;
  creatureType: string;
  environment: string;
}

/** What the game master has entered; it survives a restart. */
interface StoredEncounters {
  encounters: SavedEncounter[];
  /** The place of the open one. */
  opened: number;
  /** The parties by campaign; that of "" plays without one. */
  parties: Record<string, Group[]>;
  request: SuggestionRequest;
}

const KEY = "encounters";
const MAX_COUNT = 100;
const MAX_UNDO = 200;
const MAX_CONDITIONS = 100;
const EMPTY: SavedEncounter = { name: "", members: [], fight: NO_FIGHT };
const NEW: StoredEncounters = {
  encounters: [EMPTY],
  opened: 0,
  parties: {},
  request: { difficulty: "moderate", theme: "", creatureType: "", environment: "" },
};
const NEW_PARTY: Group[] = [{ characters: 4, level: 1, names: [] }];

function read(): StoredEncounters {
  const stored = localStorage.getItem(KEY) ?? "null";
  try {
    const kept = JSON.parse(stored) as StoredEncounters | null;
    if (!kept) return NEW;
    const isSound =
      kept.encounters[kept.opened] !== undefined &&
      kept.encounters.every(
        ({ members, fight }) =>
          members.every(({ uri, count }) => typeof uri === "string" && count > 0) &&
          fight.combatants.every(({ name, conditions }) => typeof name === "string" && Array.isArray(conditions)),
      ) &&
      Object.values(kept.parties).every((party) => party.every(({ characters, level }) => characters > 0 && level > 0));
    if (isSound) return { ...NEW, ...kept };
  } catch {
    // As what is not sound.
  }
  localStorage.setItem(`${KEY}-unread`, stored);
  return NEW;
}

/** The encounters of the game master, of which one is open. All figures come from the server. */
export class Encounter {
  #server: Server;
  #entries: EntryCache;
  #kept: StoredEncounters = $state.raw(read());
  /** What was kept before each change, the latest last. */
  #before: StoredEncounters[] = $state.raw([]);
  /** What the list means for the party; null until the server has answered. */
  rated: EncounterAnswer | null = $state.raw(null);
  /** The encounters that the server suggests. */
  suggested: RatedEncounter[] = $state.raw([]);
  message: string = $state("");
  trouble: string = $state("");
  isSuggesting: boolean = $state(false);
  /** The conditions of the library. */
  conditions: Listed[] = $state.raw([]);
  #seed = 0;
  #asked = 0;

  readonly all: SavedEncounter[] = $derived(this.#kept.encounters);
  readonly opened: number = $derived(this.#kept.opened);
  readonly open: SavedEncounter = $derived(this.all[this.opened] ?? EMPTY);
  readonly request: SuggestionRequest = $derived(this.#kept.request);
  readonly canUndo: boolean = $derived(this.#before.length > 0);

  constructor(server: Server, entries: EntryCache) {
    this.#server = server;
    this.#entries = entries;
  }

  /** The chosen campaign, whose party plays. */
  get campaign(): string {
    return this.#server.state.kept?.chosen ?? "";
  }

  get party(): Group[] {
    const { parties } = this.#kept;
    return parties[this.campaign] ?? parties[""] ?? NEW_PARTY;
  }

  /** The list with its figures; undefined while it is empty. */
  get figures(): RatedEncounter | undefined {
    return this.rated?.encounters[0];
  }

  /** Keeps a change, which `undo` takes back. */
  #keep(change: Partial<StoredEncounters>): void {
    this.#before = [...this.#before, this.#kept].slice(-MAX_UNDO);
    this.#put({ ...this.#kept, ...change });
  }

  #put(kept: StoredEncounters): void {
    this.#kept = kept;
    localStorage.setItem(KEY, JSON.stringify(kept));
  }

  undo(): void {
    const before = this.#before.at(-1);
    if (!before) return;
    this.#before = this.#before.slice(0, -1);
    this.#put({ ...before, request: this.request });
  }

  /** Changes the open encounter. */
  change(change: Partial<SavedEncounter>): void {
    this.#keep({ encounters: this.all.with(this.opened, { ...this.open, ...change }) });
  }

  setParty(party: Group[]): void {
    this.#keep({ parties: { ...this.#kept.parties, [this.campaign]: party } });
  }

  setRequest(change: Partial<SuggestionRequest>): void {
    this.#put({ ...this.#kept, request: { ...this.request, ...change } });
  }

  select(place: number): void {
    this.#put({ ...this.#kept, opened: place });
  }

  /** Begins another encounter; the open one is kept. */
  begin(): void {
    const empty = this.all.findIndex(
      ({ name, members, fight }) => !name && !members.length && !fight.combatants.length,
    );
    if (empty >= 0) this.select(empty);
    else this.#keep({ encounters: [...this.all, EMPTY], opened: this.all.length });
  }

  /** Deletes the open encounter. */
  delete(): void {
    const left = this.all.toSpliced(this.opened, 1);
    this.#keep({ encounters: left.length > 0 ? left : [EMPTY], opened: Math.max(0, this.opened - 1) });
  }

  numberOf(uri: string): number {
    return this.open.members.find((member) => member.uri === uri)?.count ?? 0;
  }

  /** Adds one of a creature. */
  add(uri: string, name: string): void {
    if (this.numberOf(uri) > 0) this.setNumber(uri, this.numberOf(uri) + 1);
    else this.change({ members: [...this.open.members, { uri, name, count: 1 }] });
  }

  /** Sets the number of a creature; 0 removes it. */
  setNumber(uri: string, count: number): void {
    const members = this.open.members.map((member) =>
      member.uri === uri ? { ...member, count: Math.min(count, MAX_COUNT) } : member,
    );
    this.change({ members: members.filter((member) => member.count > 0) });
  }

  /** Takes other creatures for the list. */
  replace(creatures: Member[]): void {
    this.change({ members: creatures.map(({ uri, name, count }) => ({ uri, name, count })) });
  }

  /**
   * Asks the server what the list means for the party. An answer that a later question has overtaken is
   * dropped.
   */
  async rate(): Promise<void> {
    const asked = ++this.#asked;
    const creatures = this.open.members.map(({ uri, count }) => `${count} ${uri}`);
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
    const { difficulty, theme, creatureType, environment } = this.request;
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
    this.party.flatMap(({ characters, level }) => Array.from({ length: characters }, () => level));

  /** Begins a fight: one roll for all creatures of a kind, and room for what the characters rolled. */
  async rollInitiative(): Promise<void> {
    try {
      const creatures = await Promise.all(
        this.open.members.map(async ({ uri, name, count }) => {
          const one = await this.#combatant(uri, name);
          return Array.from({ length: count }, () => one);
        }),
      );
      const characters = this.party.flatMap((group) =>
        Array.from({ length: group.characters }, (_, at) => without(group.names[at] ?? "Character")),
      );
      this.change({ fight: joined(NO_FIGHT, [...characters, ...creatures.flat()]) });
      this.trouble = "";
    } catch (reason) {
      this.trouble = errorText(reason);
    }
  }

  /** Adds a creature to the fight, or someone without a stat block. */
  async join(name: string, uri?: string): Promise<void> {
    try {
      const one = uri ? await this.#combatant(uri, name) : without(name);
      this.change({ fight: joined(this.open.fight, [one]) });
      this.trouble = "";
    } catch (reason) {
      this.trouble = errorText(reason);
    }
  }

  changeCombatant(id: number, change: Partial<Combatant>): void {
    const { fight } = this.open;
    const combatants = fight.combatants.map((each) => (each.id === id ? { ...each, ...change } : each));
    this.change({ fight: { ...fight, combatants } });
  }

  /** Reads a creature's hit points and rolls its initiative. */
  async #combatant(uri: string, name: string): Promise<Omit<Combatant, "id">> {
    const whole = await this.#entries.read(uri);
    const entry = isOf(whole, "Creature") ? whole.entry : undefined;
    const bonus = entry?.initiative_bonus ?? modifier(entry?.ability_scores?.dexterity ?? 10);
    const { total } = await rollDice(`1d20${bonus < 0 ? bonus : `+${bonus}`}`);
    const hitPoints = entry?.hit_points ?? null;
    return { ...without(name), uri, initiative: total, hitPoints, maximum: hitPoints };
  }

  /** Reads the conditions that the library has, once. */
  async readConditions(): Promise<void> {
    if (this.conditions.length > 0) return;
    const { value } = await browse({ kinds: ["condition"], limit: MAX_CONDITIONS });
    this.conditions = value.entries.filter(({ name }, at, all) => all.findIndex((other) => other.name === name) === at);
  }
}

/** Someone without a stat block. */
const without = (name: string): Omit<Combatant, "id"> => ({
  name,
  initiative: null,
  hitPoints: null,
  maximum: null,
  conditions: [],
});
