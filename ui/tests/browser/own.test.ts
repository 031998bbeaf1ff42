import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { callsOf, lookAt, useStage } from "./stage";

const stage = useStage();

async function newEntry(page: Page): Promise<void> {
  await page.getByRole("button", { name: "More for the list" }).click();
  await page.getByRole("button", { name: "New entry…" }).click();
}

test("an entry is written with a preview, its wrong field named, and stored", async () => {
  const { page, complaints } = await stage.open("browse");
  await newEntry(page);
  const dialog = page.getByRole("dialog", { name: "New entry" });
  await dialog.getByLabel("Name", { exact: true }).fill("Jam Bee");
  await dialog.getByLabel("Hit points").fill("0");
  await dialog.getByRole("alert").getByText("give a whole number from 1 to 2000").waitFor();
  expect(await dialog.getByLabel("Hit points").getAttribute("aria-invalid")).toBe("true");
  await dialog.getByLabel("Hit points").fill("3");
  await dialog.getByLabel("Size").fill("Small");
  await dialog.getByLabel("Ritual").check();
  await dialog.getByLabel("School", { exact: true }).selectOption("Evocation");
  await dialog.getByLabel("Skills").fill("Stealth +4");
  await dialog.getByLabel("Str", { exact: true }).fill("14");
  await dialog.getByRole("button", { name: "Add to actions" }).click();
  await dialog.getByLabel("Actions: name 1").fill("Sting");
  await dialog.getByLabel("Actions: text 1").fill("It stings.");
  await dialog.getByRole("region", { name: "Preview" }).getByText("Small beast").waitFor();
  expect(await lookAt(page, "own-entry")).toEqual([]);

  // The draft survives a closed dialog and another start.
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.reload();
  await newEntry(page);
  await dialog.getByText("a draft that you began earlier").waitFor();
  expect(await dialog.getByLabel("Actions: text 1").inputValue()).toBe("It stings.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  const stored = (await callsOf(page, "save_entry")).at(-1) as { fields: object };
  expect(stored).toMatchObject({
    kind: "creature",
    name: "Jam Bee",
    preview: false,
    fields: {
      hit_points: "3",
      size: "Small",
      ritual: true,
      school: "Evocation",
      skills: "Stealth +4",
      classes: null,
      ability_scores: { strength: "14" },
      actions: [{ name: "Sting", text: "It stings." }],
    },
  });
  expect(complaints).toEqual([]);
});

test("an entry of another book is copied, and a stat block fills the form", async () => {
  const { page, complaints } = await stage.open("browse");
  await page.keyboard.type("creature:");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "More for this entry" }).click();
  await page.getByRole("button", { name: "Copy and change" }).click();
  const copy = page.getByRole("dialog", { name: "Copy and change" });
  expect(await copy.getByLabel("Kind").count()).toBe(0);
  await expect.poll(() => copy.getByLabel("Hit points").inputValue()).toBe("7");
  await copy.getByRole("button", { name: "Close" }).click();

  await newEntry(page);
  const dialog = page.getByRole("dialog", { name: "New entry" });
  await dialog.getByText("Paste a stat block").click();
  await dialog.getByLabel("Text of a stat block").fill("Jam Bee\nTiny beast\nArmor Class 12");
  await dialog.getByRole("button", { name: "Fill in the form" }).click();
  await expect.poll(() => dialog.getByLabel("Name", { exact: true }).inputValue()).toBe("Jam Bee");
  await dialog.getByRole("button", { name: "Close" }).click();
  expect(complaints).toEqual([]);
});
