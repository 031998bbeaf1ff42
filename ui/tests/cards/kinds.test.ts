import { expect, test } from "vitest";
import { violations } from "../browser/axe";
import { CARD, notify, shoot, useCards } from "./stage";

const stage = useCards();
/** The size that a card may have, with its script and styles. */
const MAX_BYTES = 60_000;

test("the card is small and one file", async () => {
  const { contents } = (await stage.ask("resources/read", { uri: CARD })) as { contents: { text: string }[] };
  const text = contents[0]?.text ?? "";
  console.log(`card: ${new TextEncoder().encode(text).length} bytes`);
  expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(MAX_BYTES);
  expect(text).not.toMatch(/<link|<script[^>]* src=|@import|url\(/);
});

test.each([
  ["creature-2024", "lookup_creature", { name: "adult red dragon", edition: "2024" }, ["Adult Red Dragon"]],
  ["creature-2014", "lookup_creature", { name: "lich", edition: "2014" }, ["Lich"]],
  ["spell", "lookup_spell", { name: "animate dead", edition: "2014" }, ["Animate Dead"]],
  ["weapon", "lookup_equipment", { type: "weapon", name: "longsword", edition: "2024" }, ["Longsword"]],
  ["magic-item", "lookup_equipment", { name: "flame tongue", edition: "2014" }, ["Flame Tongue"]],
  ["feat", "lookup_character_option", { type: "feat", name: "grappler", edition: "2014" }, ["Grappler"]],
  ["class", "lookup_character_option", { type: "class", name: "wizard", edition: "2024" }, ["Wizard"]],
  ["rule", "lookup_rule", { name: "grappled", edition: "2024" }, ["Grappled"]],
  ["preferred-edition", "lookup_rule", { name: "grappled" }, ["Grappled"]],
  ["editions-spell", "lookup_spell", { name: "fireball", fold: false }, ["Fireball", "Fireball"]],
  ["editions-creature", "lookup_creature", { name: "goblin", limit: 4, fold: false }, ["Goblin", "Goblin Warrior"]],
  ["editions-rule", "lookup_rule", { name: "grappled", limit: 5, fold: false }, ["Grappled", "Grappled"]],
  [
    "encounter",
    "guide_plan_encounter",
    { characters: 4, level: 5, creatures: ["2 ogre", "6 goblin warrior", "owlbear"] },
    ["1 × Owlbear, 2 × Ogre, 6 × Goblin Warrior"],
  ],
  ["comparison", "guide_read_entry", { uri: "lore://entry/srd-2014/creature/owlbear", compare_with: "twin" }, []],
  ["list", "lookup_creature", { type: "dragon", cr_min: 8, limit: 8 }, []],
  ["search", "search_dnd_content", { query: "what happens when I fall", limit: 6 }, []],
  ["nothing", "lookup_spell", { name: "zzzz" }, []],
  ["failure", "lookup_spell", { level: "twelve" }, []],
])("a card of %s", async (name, tool, input, shown) => {
  const result = await stage.call(tool, input);
  const card = await stage.open({ context: { theme: "light" }, input, result });
  await expect.poll(() => card.frame.getByRole("status").count()).toBe(0);
  expect(await card.frame.getByRole("article").getByRole("heading", { level: 2 }).allInnerTexts()).toEqual(shown);
  await shoot(card, `card-${name}-light`);
  expect(await violations(card.frame)).toEqual([]);
  await notify(card.page, "ui/notifications/host-context-changed", { theme: "dark" });
  await expect.poll(() => card.frame.locator("html").getAttribute("data-theme")).toBe("dark");
  await shoot(card, `card-${name}-dark`);
  expect(await violations(card.frame, "colours")).toEqual([]);
  expect(card.complaints).toEqual([]);
});

test("two editions stand side by side, or below each other where there is no room", async () => {
  const result = await stage.call("lookup_spell", { name: "fireball", fold: false });
  for (const [width, isWide] of [
    [760, true],
    [360, false],
  ] as const) {
    const card = await stage.open({ result }, width);
    await card.frame.getByRole("article").first().waitFor();
    const [one, other] = await Promise.all([0, 1].map((at) => card.frame.getByRole("article").nth(at).boundingBox()));
    expect((other?.x ?? 0) > (one?.x ?? 0)).toBe(isWide);
    expect(await card.frame.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await shoot(card, `card-width-${width}`);
  }
});
