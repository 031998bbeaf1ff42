import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { callsOf, lookAt, shoot, useStage } from "./stage";

const stage = useStage();
const WIDE = { viewport: { width: 1280, height: 800 } };

const creatures = (page: Page) => page.getByRole("list", { name: "Creatures of the encounter" });
const turns = (page: Page) => page.getByRole("list", { name: "Initiative" }).getByRole("listitem");
const undo = (page: Page) => page.getByRole("button", { name: "Undo" }).click();

/** Types words into a field that offers names, and takes the first. */
async function pick(page: Page, field: string, words: string): Promise<void> {
  await page.getByRole("combobox", { name: field }).fill(words);
  await page.locator("[role=option]").first().waitFor();
  await page.keyboard.press("Enter");
}

test("creatures are added from their entries, counted, and kept", async () => {
  const { page, complaints } = await stage.open("browse");
  await page.keyboard.type("creature:");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Add to encounter" }).click();
  await page.getByRole("button", { name: "Added: 1" }).waitFor();
  await page.keyboard.press("Control+5");
  const list = creatures(page);
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

  await page.reload();
  await page.getByText("3 × 100 = 300 XP").waitFor();
  await list.getByRole("button", { name: /^Remove/ }).click();
  await page.getByText("No creatures yet.").waitFor();
  await undo(page);
  await page.getByText("3 × 100 = 300 XP").waitFor();
  expect(complaints).toEqual([]);
});

test("what cannot be read of kept encounters is set aside", async () => {
  const { page } = await stage.open("encounter");
  await page.evaluate(() => localStorage.setItem("encounters", "[{"));
  await page.reload();
  await pick(page, "Add a creature", "heron");
  await creatures(page).getByText("Heron").waitFor();
  expect(await page.evaluate(() => localStorage.getItem("encounters-unread"))).toBe("[{");
});

test("named encounters and each campaign's party are kept, and undone", async () => {
  const { page } = await stage.open("encounter", WIDE);
  await pick(page, "Add a creature", "heron");
  await page.getByRole("textbox", { name: "Name of the encounter" }).fill("The ford");
  await page.getByRole("button", { name: "New" }).click();
  await page.getByText("No creatures yet.").waitFor();
  const kept = page.getByRole("combobox", { name: "Saved encounters" });
  expect(await kept.locator("option").allTextContents()).toEqual(["The ford", "Encounter 2"]);
  await kept.selectOption("The ford");
  await creatures(page).getByText("Heron").waitFor();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByText("No creatures yet.").waitFor();
  await page.keyboard.press("Control+z");
  await creatures(page).getByText("Heron").waitFor();

  await page.getByLabel("Names").fill("Ada, Bran");
  await page.getByLabel("Level", { exact: true }).fill("3");
  await page.getByLabel("Level", { exact: true }).press("Tab");
  await page.getByRole("button", { name: "Campaign", exact: true }).click();
  await page.getByRole("textbox", { name: "Name of a new campaign" }).fill("Salt Road");
  await page.keyboard.press("Enter");
  await page.getByRole("radio", { name: "Salt Road", checked: true }).waitFor();
  await page.getByRole("button", { name: "Done" }).click();
  const level = page.getByLabel("Level", { exact: true });
  await level.fill("9");
  await level.press("Tab");
  await page.getByRole("button", { name: "Salt Road" }).click();
  await page.getByRole("radio", { name: "No campaign" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await expect.poll(() => level.inputValue()).toBe("3");
  expect(await page.getByLabel("Characters", { exact: true }).inputValue()).toBe("2");
  expect(await page.getByLabel("Names").inputValue()).toBe("Ada, Bran");
});

test("a fight is run by keys from its first roll to the last turn", async () => {
  const { page, complaints } = await stage.open("encounter", WIDE);
  await pick(page, "Add a creature", "heron");
  await creatures(page).getByRole("button", { name: /more$/ }).click();
  await page.getByLabel("Names").fill("Ada, Bran");
  await page.getByLabel("Names").press("Tab");
  await page.getByRole("button", { name: "Roll initiative" }).click();
  await expect.poll(() => turns(page).count()).toBe(4);
  const row = (name: string) => turns(page).filter({ hasText: name });
  const initiative = (name: string) => page.getByRole("textbox", { name: `Initiative of ${name}` });
  await initiative("Ada").fill("21");
  await initiative("Ada").press("Enter");
  await expect.poll(() => turns(page).first().textContent()).toContain("Ada");
  await expect.poll(() => initiative("Ada").evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press("n");
  await row("Ada").and(page.locator("[aria-current]")).waitFor();
  expect(await initiative("Ada").inputValue()).toBe("21");

  const [heron] = await creatureNames(page);
  const points = page.getByRole("textbox", { name: `Hit points of ${heron}` });
  const before = Number(await points.inputValue());
  await points.fill("-5");
  await points.press("Enter");
  expect(await points.inputValue()).toBe(String(before - 5));
  await page.keyboard.press("Control+z");
  await expect.poll(() => points.inputValue()).toBe(String(before));
  await points.fill("-999");
  await points.press("Enter");
  expect(await points.inputValue()).toBe("0");

  await pick(page, `Condition of ${heron}`, "mir");
  await pick(page, `Condition of ${heron}`, "cursed by Ada");
  const condition = row(heron ?? "").getByRole("link", { name: "Mired" });
  await condition.hover();
  await page.getByRole("region", { name: "Preview of Mired" }).waitFor();
  await pick(page, "Add to the fight", "The bridge");
  await page.getByRole("textbox", { name: "Initiative of The bridge" }).waitFor();
  expect(await lookAt(page, "encounter-initiative")).toEqual([]);
  await page.reload();
  await page.getByText("cursed by Ada").waitFor();
  await row("Ada").and(page.locator("[aria-current]")).waitFor();
  for (let turn = 0; turn < 5; turn++) await page.getByRole("button", { name: "Next turn" }).press("n");
  await page.getByText("Round 2").waitFor();

  await row(heron ?? "")
    .getByRole("link", { name: heron })
    .click();
  await page.getByRole("article", { name: /Heron/ }).waitFor();
  expect(await turns(page).count()).toBe(5);
  expect(await lookAt(page, "encounter-beside")).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("article").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Print or export" }).click();
  await page.getByRole("dialog").getByText("Page to print").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "End the fight" }).click();
  await page.getByText("Nobody is in the fight yet.").waitFor();
  expect(complaints).toEqual([]);
});

/** The names of the creatures in the initiative list. */
const creatureNames = (page: Page): Promise<string[]> =>
  turns(page)
    .getByRole("link", { name: /Heron \d/ })
    .allTextContents();

test("suggestions follow the request, differ each time, open, and can be taken", async () => {
  const { page } = await stage.open("encounter", WIDE);
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
  const first = plans.getByRole("link").first();
  const name = (await first.textContent()) ?? "";
  await first.click();
  await page.getByRole("article", { name }).waitFor();
  await page.keyboard.press("Escape");
  await plans.getByRole("button", { name: "Use this" }).first().click();
  await page.getByRole("img", { name: "Moderate: 300 XP" }).waitFor();
  const before = await creatures(page).textContent();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByText("No creatures yet.").waitFor();
  await undo(page);
  await expect.poll(() => creatures(page).textContent()).toBe(before);
  await shoot(page, "encounter-suggestions");

  await page.getByLabel("Type").fill("sandwich");
  await suggest.click();
  await page.getByText("without “type” (“sandwich”)").waitFor();
});
