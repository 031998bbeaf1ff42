import { describe, expect, it } from "vitest";
import { defences, equipment, splitHigher, traits } from "../../src/entry/facts";
import type { Whole } from "../../src/entry/families";

/** A creature for a stat block. */
const creature = (fields: object, edition: string): Whole<"Creature"> =>
  ({ entry: fields, edition }) as unknown as Whole<"Creature">;
const valueOf = (facts: { name: string; value: string }[], name: string) =>
  facts.find((fact) => fact.name === name)?.value;

describe("a stat block", () => {
  it("shows in words what depends on a spell", () => {
    const facts = defences(
      creature({ armor_detail: "11 + the spell's level", hit_dice: "30 + 10 for each level above 4" }, "2024"),
    );
    expect(valueOf(facts, "AC")).toBe("11 + the spell's level");
    expect(valueOf(facts, "HP")).toContain("for each level above 4");
  });

  it("tells what a creature carries and what it is worth in its lair", () => {
    const facts = traits(
      creature(
        { gear: "Ladle", challenge_rating: "17", experience_points: 18000, lair_experience_points: 20000 },
        "2024",
      ),
    );
    expect(valueOf(facts, "Gear")).toBe("Ladle");
    expect(valueOf(facts, "CR")).toBe("17 (XP 18,000, or 20,000 in its lair)");
  });
});

it("a thing without weight shows none", () => {
  expect(
    equipment({ requires_attunement: false, is_magic: false, weight_lb: 0, cost_gp: 1 }).map((fact) => fact.name),
  ).toEqual(["Cost"]);
});

it("what a spell does at higher levels is said once", () => {
  const spell = (higher_level: string, text: string) =>
    splitHigher({ entry: { level: 1, higher_level }, edition: "2014", text } as unknown as Whole<"Spell">);
  const higher = "You call two.\n\n## Spirit\n\nSmall spirit";
  // The library leaves out the first paragraph, which has the heading.
  expect(spell(higher, "You call a spirit.\n\n## Spirit\n\nSmall spirit")).toEqual({
    text: "You call a spirit.\n\n",
    title: "At Higher Levels",
    higher,
  });
  expect(spell("Two.", "***Using a Higher Slot.*** Two.").title).toBe("Using a Higher Slot");
});
