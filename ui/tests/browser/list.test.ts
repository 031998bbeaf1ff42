import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { callsOf, lookAt, useStage } from "./stage";

const stage = useStage();

const names = (page: Page) => page.locator("[role=option] > .name").allInnerTexts();
const option = (page: Page, name: string | RegExp) => page.locator("#results").getByRole("option", { name }).first();

test.each([800, 1040, 1280, 1600])("lists of spells and creatures fit a window of %d px", async (width) => {
  const { page, complaints } = await stage.open("browse", { viewport: { width, height: 800 } });
  for (const kind of ["Spells", "Creatures"]) {
    await page.getByRole("button", { name: new RegExp(`^${kind}`) }).click();
    await page.getByRole("group", { name: "Columns" }).waitFor();
    expect(await lookAt(page, `table-${kind.toLowerCase()}-${width}`)).toEqual([]);
    await option(page, /./).click();
    await page.getByRole("article").waitFor();
    expect(await lookAt(page, `table-${kind.toLowerCase()}-open-${width}`)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("article").waitFor({ state: "detached" });
  }
  expect(complaints).toEqual([]);
});

test("a table is sorted by the keyboard, and the order is in the address", async () => {
  const { page } = await stage.open("browse?kind=creature", { viewport: { width: 1280, height: 800 } });
  const head = page.getByRole("group", { name: "Columns" });
  await head.getByRole("button", { name: "HP" }).focus();
  await page.keyboard.press("Enter");
  await head.getByRole("button", { name: "HP, ascending" }).waitFor();
  await page.keyboard.press("Enter");
  await head.getByRole("button", { name: "HP, descending" }).waitFor();
  await expect.poll(() => page.url()).toContain("sort=-hit-points");
  const last = (await callsOf(page, "browse_entries")).at(-1);
  expect(last).toMatchObject({ kinds: ["creature"], sort: "-hit-points" });
  await page.getByRole("button", { name: "Sort by: HP" }).click();
  await page.getByRole("group", { name: "Sort by" }).getByRole("button", { name: "Source" }).click();
  await page.getByRole("button", { name: "Sorted ascending" }).click();
  await expect.poll(() => page.url()).toContain("sort=-source");
  await page.goBack();
  await expect.poll(() => page.url()).toContain("sort=source");
});

test("a thing is one row; Enter opens its edition, and Shift+Enter the other one", async () => {
  const { page } = await stage.open("browse");
  await page.keyboard.type("quiet ladder");
  await expect.poll(async () => (await names(page)).filter((name) => name === "Quiet Ladder")).toHaveLength(1);
  await expect.poll(() => option(page, /^Quiet Ladder/).innerText()).toMatch(/2014[^]*2024/);
  await page.keyboard.press("Enter");
  await page.getByRole("article").waitFor();
  const first = page.url();
  await page.keyboard.press("Shift+Enter");
  await expect.poll(() => page.url()).not.toBe(first);
  await page.keyboard.press("Shift+Enter");
  await expect.poll(() => page.url()).toBe(first);
  await option(page, /^Quiet Ladder/)
    .getByText("2024", { exact: true })
    .click();
  await expect.poll(() => page.url()).not.toBe(first);
});

test("a misspelt name is corrected, and a question is answered by meaning", async () => {
  const { page } = await stage.open("browse");
  await page.keyboard.type("ammber ladder");
  await expect.poll(() => option(page, /^Amber Ladder/).innerText()).toContain("you typed ammber ladder");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("lights like moths");
  await page.getByText("No name matches. The best matches by meaning come first.").waitFor();
  expect(await option(page, /by meaning/).count()).toBe(1);
  const asked = await callsOf(page, "browse_entries");
  const byMeaning = asked.filter(({ by_meaning }) => by_meaning).map(({ query }) => query);
  expect(byMeaning).not.toContain("ammber ladder");
  expect(byMeaning.at(-1)).toBe("lights like moths");
});

test("there are six kinds and a menu of the others", async () => {
  const { page } = await stage.open("browse", { viewport: { width: 800, height: 600 } });
  const kinds = page.getByRole("group", { name: "Kinds", exact: true });
  await expect.poll(() => kinds.getByRole("button").count()).toBe(8);
  await kinds.getByRole("button", { name: "More kinds: More" }).click();
  await kinds.getByRole("button", { name: "Skills 2" }).click();
  await kinds.getByRole("button", { name: "More kinds: Skills 2" }).waitFor();
  await expect.poll(() => names(page)).toEqual(["Bargecraft", "Cloud reading"]);
  expect(await kinds.evaluate((group) => group.scrollWidth <= group.clientWidth)).toBe(true);
});

test("a menu opens, closes on Escape, and returns the focus", async () => {
  const { page } = await stage.open("browse?q=amber");
  await option(page, /./).click();
  const more = page.getByRole("button", { name: "More for this entry" });
  await more.focus();
  await page.keyboard.press("Enter");
  expect(await lookAt(page, "menu")).toEqual([]);
  const copy = page.getByRole("button", { name: "Copy as Markdown" });
  const hasFocus = () => more.evaluate((button) => button === document.activeElement);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await copy.waitFor({ state: "hidden" });
  expect(await hasFocus()).toBe(true);
  await more.click();
  await page.getByRole("button", { name: "Copy and change" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect.poll(hasFocus).toBe(true);
  await more.click();
  await copy.waitFor();
  await page.getByRole("combobox", { name: "Search the library" }).click();
  await copy.waitFor({ state: "hidden" });
});

test("a menu stays in the window where its button is at the left edge", async () => {
  const { page } = await stage.open("browse?kind=spell&in.level=3&sort=-level", {
    viewport: { width: 640, height: 800 },
  });
  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  await page.getByRole("button", { name: "More for the list" }).click();
  const item = page.getByRole("button", { name: "New entry…" });
  expect((await item.boundingBox())?.x).toBeGreaterThanOrEqual(0);
});
