import { expect, test } from "vitest";
import { inOrder, joined, nextTurn, NO_FIGHT, removed, typedHitPoints } from "../../src/encounter/initiative";

const one = (name: string, initiative: number | null) => ({
  name,
  initiative,
  hitPoints: 10,
  maximum: 12,
  conditions: [],
});
const fight = joined(NO_FIGHT, [one("Ada", null), one("Wolf", 12), one("Wolf", 12), one("Bran", 19)]);
const names = (of: typeof fight) => inOrder(of.combatants).map(({ name }) => name);

test("namesakes are numbered, and those without initiative are last", () => {
  expect(names(fight)).toEqual(["Bran", "Wolf 1", "Wolf 2", "Ada"]);
  expect(names(joined(fight, [one("Wolf", 20), one("Ada", 1)]))).toEqual([
    "Wolf 3",
    "Bran",
    "Wolf 1",
    "Wolf 2",
    "Ada 2",
    "Ada",
  ]);
});

test("a turn follows the order, and a round begins after the last", () => {
  const seen: [string | undefined, number][] = [];
  let now = fight;
  for (let turn = 0; turn < 5; turn++) {
    now = nextTurn(now);
    seen.push([now.combatants.find(({ id }) => id === now.turn)?.name, now.round]);
  }
  expect(seen).toEqual([
    ["Bran", 1],
    ["Wolf 1", 1],
    ["Wolf 2", 1],
    ["Ada", 1],
    ["Bran", 2],
  ]);
  expect(nextTurn(NO_FIGHT).turn).toBeNull();
});

test("who is removed passes its turn on", () => {
  const now = nextTurn(nextTurn(fight));
  const after = removed(now, now.turn ?? -1);
  expect(after.combatants.find(({ id }) => id === after.turn)?.name).toBe("Wolf 2");
  expect(after.combatants).toHaveLength(3);
  const [alone] = fight.combatants;
  expect(removed({ combatants: fight.combatants.slice(0, 1), round: 1, turn: alone?.id ?? 0 }, alone?.id ?? 0)).toEqual(
    { combatants: [], round: 2, turn: null },
  );
});

test.each([
  ["-7", 3],
  ["−7", 3],
  ["- 40", 0],
  ["+1", 11],
  ["+40", 12],
  ["30", 30],
  ["seven", 10],
  ["", null],
])("hit points typed as %j become %j", (typed, expected) => {
  const [wolf] = fight.combatants;
  expect(wolf && typedHitPoints(typed, wolf)).toBe(expected);
});
