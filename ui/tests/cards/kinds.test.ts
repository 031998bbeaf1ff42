import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { useCards } from "./stage";

const stage = useCards();
const SCREENSHOTS = fileURLToPath(new URL("../../../target/screenshots/", import.meta.url));

test.each([
  ["creature-2024", "lookup_creature", { name: "adult red dragon", edition: "2024" }],
  ["creature-2014", "lookup_creature", { name: "lich", edition: "2014" }],
  ["spell", "lookup_spell", { name: "animate dead", edition: "2014" }],
  ["weapon", "lookup_equipment", { type: "weapon", name: "longsword", edition: "2024" }],
  ["magic-item", "lookup_equipment", { name: "flame tongue", edition: "2014" }],
  ["option", "lookup_character_option", { type: "feat", name: "grappler", edition: "2014" }],
  ["class", "lookup_character_option", { type: "class", name: "wizard", edition: "2024" }],
  ["rule", "lookup_rule", { name: "opportunity attack" }],
  ["editions", "lookup_spell", { name: "fireball" }],
  ["editions-creature", "lookup_creature", { name: "goblin", limit: 4 }],
  ["list", "lookup_creature", { type: "dragon", cr_min: 8, limit: 8 }],
  ["search", "search_dnd_content", { query: "what happens when I fall", limit: 6 }],
  ["nothing", "lookup_spell", { name: "zzzz" }],
  ["failure", "lookup_spell", { level: "twelve" }],
])("a card of %s", async (name, tool, input) => {
  const result = await stage.call(tool, input);
  for (const theme of ["light", "dark"]) {
    const { page, frame, complaints } = await stage.open({ context: { theme }, input, result });
    await expect.poll(() => frame.locator("h2, ul").count()).toBeGreaterThan(0);
    await page.waitForTimeout(150);
    mkdirSync(SCREENSHOTS, { recursive: true });
    await page.screenshot({ path: `${SCREENSHOTS}/card-${name}-${theme}.png`, fullPage: true });
    expect(complaints).toEqual([]);
    await page.close();
  }
});
