import { expect, test } from "vitest";
import { callsOf, shoot, useStage } from "./stage";

const stage = useStage();

test("creatures are added from their entries, counted, and kept", async () => {
  const { page, complaints } = await stage.open("browse");
  await page.keyboard.type("creature:");
  await page.keyboard.press("Enter");
  const add = page.getByRole("button", { name: "Add to encounter" });
  await add.click();
  await page.getByRole("button", { name: "Added: 1" }).waitFor();
  await page.keyboard.press("Control+5");
  const list = page.getByRole("list", { name: "Creatures of the encounter" });
  await page.getByText("1 × 100 = 100 XP").waitFor();
  await list.getByRole("button", { name: /more$/ }).click();
  await page.getByText("2 × 100 = 200 XP").waitFor();
  expect(await page.getByRole("img", { name: "Low: 200 XP" }).count()).toBe(1);
  await list.getByRole("button", { name: /more$/ }).click();
  await page.getByRole("img", { name: "Moderate: 300 XP" }).waitFor();
  await page.getByLabel("Characters", { exact: true }).fill("5");
  await page.getByLabel("Level", { exact: true }).fill("99");
  await page.getByLabel("Level", { exact: true }).press("Tab");
  const last = (await callsOf(page, "plan_encounter")).at(-1) as { levels: number[]; creatures: string[] };
  expect(last.levels).toEqual([20, 20, 20, 20, 20]);
  expect(last.creatures[0]).toMatch(/^3 lore:\/\/entry\//);
  await shoot(page, "encounter-list");

  await page.reload();
  await page.getByText("3 × 100 = 300 XP").waitFor();
  await list.getByRole("button", { name: /^Remove/ }).click();
  await page.getByText("No creatures yet.").waitFor();
  expect(await page.getByText("= 300 XP").count()).toBe(1);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test("suggestions follow the request, differ each time, and can be taken", async () => {
  const { page } = await stage.open("encounter");
  await page.getByLabel("Difficulty").selectOption("high");
  await page.getByLabel("Theme").fill("a bridge with a toll");
  const suggest = page.getByRole("button", { name: "Suggest" });
  await suggest.click();
  const plans = page.getByRole("list", { name: "Suggested encounters" });
  await plans.getByRole("button", { name: "Use this" }).first().waitFor();
  await suggest.click();
  await expect
    .poll(async () => (await callsOf(page, "plan_encounter")).slice(-1))
    .toEqual([{ levels: [1, 1, 1, 1], difficulty: "high", theme: "a bridge with a toll", seed: 1 }]);
  await plans.getByRole("button", { name: "Use this" }).first().click();
  await page.getByRole("img", { name: "Moderate: 300 XP" }).waitFor();
  const list = page.getByRole("list", { name: "Creatures of the encounter" });
  const before = await list.textContent();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByText("No creatures yet.").waitFor();
  await shoot(page, "encounter-cleared");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => list.textContent()).toBe(before);
  await plans.getByRole("button", { name: "Use this" }).last().click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => list.textContent()).toBe(before);
  expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);
  await shoot(page, "encounter-suggestions");

  await page.getByLabel("Type").fill("sandwich");
  await suggest.click();
  await page.getByText("without `type` (`sandwich`)").waitFor();
  await page.context().close();
});
