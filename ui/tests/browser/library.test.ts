import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { callsOf, useStage } from "./stage";

const stage = useStage();
/** Lets the mocked jobs run faster than an eye follows. */
const hasten = (page: Page) => page.evaluate(() => (window.mockHost.jobs.pace = 10));

test("a removal is explained, can be undone, and happens on leaving", async () => {
  const { page } = await stage.open("library");
  await page.getByRole("button", { name: "Remove House Rules" }).click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.textContent()).toContain("stays on your disk");
  await dialog.getByRole("button", { name: "Keep it" }).click();
  expect(await page.getByRole("button", { name: /^Undo/ }).count()).toBe(0);

  await page.getByRole("button", { name: "Remove House Rules" }).click();
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("button", { name: "Undo: keep House Rules", exact: true }).press("Enter");
  await page.getByRole("button", { name: "Remove House Rules" }).click();
  expect(await callsOf(page, "delete_document")).toEqual([]);

  await page.keyboard.press("Control+1");
  await page.getByRole("combobox").waitFor();
  expect(await callsOf(page, "delete_document")).toEqual([{ document: "house-rules", confirm: "DELETE_DOCUMENT" }]);
  await page.keyboard.press("Control+2");
  await page.getByRole("button", { name: "Remove Lanterns of the Deep" }).waitFor();
  expect(await page.getByRole("button", { name: "Remove House Rules" }).count()).toBe(0);
});

test("nothing is removed when the app ends first", async () => {
  const { page } = await stage.open("library");
  await page.getByRole("button", { name: "Remove House Rules" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  await page.reload();
  await page.getByRole("button", { name: "Remove House Rules" }).waitFor();
  expect(await callsOf(page, "delete_document")).toEqual([]);
});

test("a sync runs in the background, and its report stays", async () => {
  const { page } = await stage.open("library?part=add");
  await page.getByLabel("The Kettle Road").check();
  await page.getByLabel("Bestiary of Gentle Weather").check();
  await page.getByRole("button", { name: "Add 2 selected" }).click();
  await page.getByRole("progressbar").waitFor();
  const documents = [
    { key: "bgw", name: "Bestiary of Gentle Weather" },
    { key: "tkr", name: "The Kettle Road" },
  ];
  expect(await callsOf(page, "start_sync")).toEqual([{ documents, allowRemovals: false }]);
  await page.getByText("Open5e: Bestiary of Gentle Weather, The Kettle Road").first().waitFor();

  await page.keyboard.press("Control+1");
  await page.keyboard.type("heron");
  await expect.poll(() => page.getByRole("option").first().textContent()).toContain("Heron");
  await page.getByRole("progressbar").waitFor();
  await hasten(page);
  await page.getByRole("button", { name: "Show the report" }).click();
  await page.getByText("Details", { exact: true }).click();
  await page.getByText("612 read = 580 added + 20 changed + 11 unchanged + 1 rejected").waitFor();
  await page.getByText("/v2/creatures/, bgw_cloud-heron").waitFor();
  await page.getByRole("button", { name: /^Close the report/ }).click();
  await expect.poll(() => page.getByText("612 read").count()).toBe(0);
});

test("a sync removes entries only with consent", async () => {
  const { page } = await stage.open("library?part=add");
  await hasten(page);
  // The announcement for screen readers has the text, too, and stays.
  const text = page.getByRole("main").getByText("31 of the 120 entries of kind spell of mth");
  const answer = async (name: string) => {
    await page.locator("li", { hasText: "mth" }).getByRole("checkbox").check();
    await page.getByRole("button", { name: "Add 1 selected" }).click();
    await text.waitFor();
    await page.getByRole("group", { name: "Remove these entries?" }).getByRole("button", { name }).click();
  };
  await answer("Keep them");
  await expect.poll(() => text.count()).toBe(0);
  await answer("Remove them");
  await page.getByText("Details", { exact: true }).click();
  await page.getByText("612 read = 580 added + 20 changed + 11 unchanged + 1 rejected").waitFor();
  const refused = { documents: [{ key: "mth", name: "Moths of the High Tower" }], allowRemovals: false };
  expect(await callsOf(page, "start_sync")).toEqual([refused, refused, { ...refused, allowRemovals: true }]);
});

test("a job can be cancelled from any view", async () => {
  const { page } = await stage.open("settings", { mock: { busy: true } });
  await page.evaluate(() => (window.mockHost.jobs.pace = 50));
  await page.getByRole("button", { name: /^Cancel: Open5e/ }).click();
  await page.getByText("Cancelled. Entries stored before stay").first().waitFor();
});

test("the table is sorted and filtered, and links to entries", async () => {
  const { page } = await stage.open("library");
  const names = () => page.locator("tbody th button").allTextContents();
  const books = page.getByRole("table", { name: "Books" });
  await books.getByRole("button", { name: "Entries" }).click();
  await expect.poll(async () => (await names())[0]).toBe("System Reference Document 5.2");
  expect(await books.getByRole("columnheader", { name: "Entries" }).getAttribute("aria-sort")).toBe("descending");
  // Entries fetched by lookups are not a book of the list.
  expect(await books.textContent()).not.toContain("Lanterns of the Deep");
  expect(await page.getByRole("table", { name: "Single entries" }).textContent()).toContain("Lanterns of the Deep");
  await page.getByRole("searchbox", { name: "Filter books" }).fill("lantern");
  await expect.poll(names).toEqual(["Lanterns of the Deep"]);
  await page.getByRole("button", { name: "Lanterns of the Deep", exact: true }).click();
  await expect.poll(() => page.url()).toContain("in.document=lod");
  await page.getByRole("option").first().waitFor();
});

test("clearing the cache needs confirmation", async () => {
  const { page } = await stage.open("library?part=statistics");
  await page.getByRole("button", { name: "Clear cache" }).click();
  expect(await callsOf(page, "clear_cache")).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Clear cache" }).click();
  await expect.poll(() => callsOf(page, "clear_cache")).toHaveLength(1);
});
