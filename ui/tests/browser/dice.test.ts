import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { callsOf, lookAt, useStage } from "./stage";

const stage = useStage();

async function open(page: Page, words: string): Promise<void> {
  await page.getByRole("combobox").fill(words);
  await page.getByRole("option").first().click();
  await page.getByRole("article").waitFor();
}

test("a click on dice in a text rolls them", async () => {
  const { page, complaints } = await stage.open("browse");
  await open(page, "creature:");
  const note = page.getByRole("region", { name: "Roll" });
  await page.getByRole("button", { name: "2d6 + 2", exact: true }).click();
  await note.getByText("2d6 (2, 2) + 2").waitFor();
  expect(await note.locator("strong").textContent()).toBe("6");
  expect(await callsOf(page, "roll")).toEqual([{ dice: "2d6 + 2" }]);
  await expect.poll(() => page.getByRole("status").last().textContent()).toContain("6: 2d6 (2, 2) + 2");
  expect(await lookAt(page, "roll-text")).toEqual([]);
  await note.getByRole("button", { name: "Again" }).click();
  await expect.poll(async () => (await callsOf(page, "roll")).length).toBe(2);
  await note.getByRole("button", { name: "Close the roll" }).click();
  await note.waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
});

test("a table is rolled on by keys, with its row, until Escape or another entry", async () => {
  const { page } = await stage.open("browse");
  await open(page, "magic-item:");
  const dice = page.getByRole("columnheader").getByRole("button", { name: "d8" });
  const note = page.getByRole("region", { name: "Roll" });
  await dice.focus();
  await page.keyboard.press("Enter");
  await note.getByText("low, for 1d4 minutes").waitFor();
  expect(await note.locator("dt").allTextContents()).toEqual(["Hum"]);
  expect(await lookAt(page, "roll-table")).toEqual([]);
  await page.keyboard.press("Escape");
  await note.waitFor({ state: "detached" });
  expect(await dice.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("Space");
  // The row has dice, too.
  await note.getByRole("button", { name: "1d4" }).click();
  await note.getByText("1d4 (2)").waitFor();
  await page.keyboard.press("Control+2");
  await note.waitFor({ state: "detached" });
});
