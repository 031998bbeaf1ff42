/** The order of a fight. */

/** A row of the initiative list: a creature, a character, or anything else that has a turn. */
export interface Combatant {
  id: number;
  name: string;
  /** The entry with its stat block. */
  uri?: string;
  initiative: number | null;
  hitPoints: number | null;
  maximum: number | null;
  conditions: string[];
}

/** A fight; nobody has a turn before the first. */
export interface Fight {
  combatants: Combatant[];
  round: number;
  /** The id of the combatant whose turn it is. */
  turn: number | null;
}

export const NO_FIGHT: Fight = { combatants: [], round: 1, turn: null };

const LAST = -1000;

/** Returns the combatants by initiative, the highest first; those without one come last. */
export const inOrder = (combatants: Combatant[]): Combatant[] =>
  combatants.toSorted((a, b) => (b.initiative ?? LAST) - (a.initiative ?? LAST));

/** Gives the next combatant its turn; after the last, a round begins. */
export function nextTurn(fight: Fight): Fight {
  const order = inOrder(fight.combatants);
  const next = order.findIndex(({ id }) => id === fight.turn) + 1;
  return {
    ...fight,
    round: next < order.length ? fight.round : fight.round + 1,
    turn: (order[next] ?? order[0])?.id ?? null,
  };
}

/** Adds combatants. Several of a name are numbered. */
export function joined(fight: Fight, added: Omit<Combatant, "id">[]): Fight {
  const combatants = [...fight.combatants];
  for (const one of added) {
    const isNamesake = ({ name }: { name: string }) => name === one.name || name.replace(/ \d+$/, "") === one.name;
    const place = combatants.filter(isNamesake).length;
    const isNumbered = place > 0 || added.filter(isNamesake).length > 1;
    const id = Math.max(0, ...combatants.map((other) => other.id)) + 1;
    combatants.push({ ...one, id, name: isNumbered ? `${one.name} ${place + 1}` : one.name });
  }
  return { ...fight, combatants };
}

/** Removes a combatant. If it is its turn, the next one has it. */
export function removed(fight: Fight, id: number): Fight {
  const { round, turn } = fight.turn === id ? nextTurn(fight) : fight;
  return {
    combatants: fight.combatants.filter((combatant) => combatant.id !== id),
    round,
    turn: turn === id ? null : turn,
  };
}

/** Reads hit points: `-7` takes 7 from those left, `+5` adds 5, `30` sets them. Null if nothing is typed. */
export function typedHitPoints(typed: string, { hitPoints, maximum }: Combatant): number | null {
  const [, sign, digits] = /^([+−-]?)\s*(\d+)$/.exec(typed.trim()) ?? [];
  if (!digits) return typed.trim() ? hitPoints : null;
  const now = hitPoints ?? 0;
  const wanted = sign ? now + (sign === "+" ? 1 : -1) * Number(digits) : Number(digits);
  return Math.min(Math.max(wanted, 0), sign ? Math.max(maximum ?? wanted, now) : wanted);
}
