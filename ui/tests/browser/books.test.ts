import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { lookAt, useStage } from "./stage";

const stage = useStage();
const BOOK = "books?at=lore%3A%2F%2Fcontents%2Fsrd-2014";

const text = (page: Page) => page.locator("#book-page");
const top = (page: Page) => text(page).evaluate((pane) => Math.round(pane.scrollTop));
/** Waits until a heading is at the top of the page. */
const isAtTop = (page: Page, name: string) =>
  expect
    .poll(() =>
      text(page).evaluate((pane, wanted) => {
        const heading = [...pane.querySelectorAll("h3, h4")].find((each) => each.textContent === wanted);
        const distance = (heading?.getBoundingClientRect().top ?? 1e6) - pane.getBoundingClientRect().top;
        return Math.abs(distance) < 40 || pane.scrollTop + pane.clientHeight > pane.scrollHeight - 2;
      }, name),
    )
    .toBe(true);

test("a chapter is read in one go, from its contents, by keys", async () => {
  const { page, complaints } = await stage.open(BOOK);
  await page.keyboard.press("F6");
  await page.keyboard.press("F6");
  const rows = page.getByRole("treeitem");
  await rows.filter({ hasText: "Rules" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await text(page).getByRole("heading", { name: "Crossing water" }).waitFor();
  await text(page).getByRole("heading", { name: "Bridges" }).waitFor();
  expect(await text(page).getByRole("heading").allTextContents()).toEqual([
    "Crossing water",
    "Rivers in spring",
    "Fords in winter",
    "Tolls",
    "Bridges",
  ]);
  expect(await lookAt(page, "books-chapter")).toEqual([]);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("End");
  await page.keyboard.press("Home");
  await page.getByRole("treeitem", { name: "Tolls" }).click();
  await isAtTop(page, "Tolls");
  expect(await page.getByRole("treeitem", { name: "Tolls" }).getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("Alt+PageDown");
  await text(page).getByRole("heading", { level: 2, name: "Ferrier" }).waitFor();
  await page.keyboard.press("Alt+PageUp");
  await text(page).getByRole("heading", { level: 2, name: "Crossing water" }).waitFor();
  await page.keyboard.press("Alt+ArrowUp");
  await text(page).getByRole("heading", { level: 2, name: "Rules" }).waitFor();
  expect(complaints).toEqual([]);
});

test("Back and Forward return to where the page was read", async () => {
  const { page } = await stage.open(`${BOOK}%2FRules`);
  const [back, forward] = [page.getByRole("button", { name: "Back" }), page.getByRole("button", { name: "Forward" })];
  await text(page).getByText("Crossing water").click();
  await text(page).getByRole("heading", { name: "Bridges" }).waitFor();
  expect([await back.isEnabled(), await forward.isEnabled()]).toEqual([true, false]);
  await text(page).evaluate((pane) => pane.scrollTo(0, 400));
  await expect.poll(() => top(page)).toBe(400);
  await page.waitForTimeout(100);
  await page.keyboard.press("Alt+PageDown");
  await text(page).getByRole("heading", { level: 2, name: "Ferrier" }).waitFor();
  await expect.poll(() => top(page)).toBe(0);
  await page.keyboard.press("Alt+ArrowLeft");
  await text(page).getByRole("heading", { name: "Bridges" }).waitFor();
  await expect.poll(() => top(page)).toBe(400);
  await back.click();
  await text(page).getByRole("heading", { level: 2, name: "Rules" }).waitFor();
  await forward.click();
  await expect.poll(() => top(page)).toBe(400);
  expect(await forward.isEnabled()).toBe(true);
});

test("a class is one page, whose table links its features", async () => {
  const { page } = await stage.open(`${BOOK}%2FClasses`, { viewport: { width: 1440, height: 900 } });
  await text(page).getByText("Ferrier").click();
  await text(page).getByRole("heading", { name: "Order of the Deep Ford" }).waitFor();
  const outline = page.getByRole("navigation", { name: "On this page" });
  expect(await outline.getByRole("button").allTextContents()).toEqual([
    "Levels",
    "Quiet Oar",
    "Order",
    "Order of the Deep Ford",
  ]);
  expect(await text(page).getByRole("heading").getByRole("link").count()).toBe(0);
  const feature = text(page).getByRole("cell").getByRole("link", { name: "Quiet Oar" }).first();
  await feature.focus();
  await page.getByRole("region", { name: "Preview of Quiet Oar" }).waitFor();
  expect(await lookAt(page, "books-class")).toEqual([]);
  await page.keyboard.press("Enter");
  await expect.poll(() => page.url()).toContain("quiet-oar");
  await page.keyboard.press("Alt+ArrowLeft");
  await page.getByRole("button", { name: "Open in Browse" }).click();
  await page
    .getByRole("region", { name: "Ferrier" })
    .getByRole("heading", { name: "Order of the Deep Ford" })
    .waitFor();
  await page.getByRole("navigation", { name: "Place in the book" }).getByRole("button", { name: "Classes" }).click();
  await text(page).getByRole("heading", { level: 2, name: "Classes" }).waitFor();
});

test.each([800, 1040, 1280, 1600])("books and first steps fit a window %d px wide", async (width) => {
  const viewport = { width, height: 760 };
  const { page } = await stage.open(BOOK, { viewport });
  await text(page).getByRole("heading").first().waitFor();
  expect(await lookAt(page, `books-${width}`)).toEqual([]);
  if (width === 800) {
    await page.locator(".switch").click();
    expect(await lookAt(page, `books-contents-${width}`)).toEqual([]);
  }
  const first = await stage.open("browse", { viewport, mock: { first: true } });
  await first.page.getByRole("heading", { name: "Welcome to your library" }).waitFor();
  expect(await lookAt(first.page, `first-steps-${width}`)).toEqual([]);
});

test("the entry pane keeps its reading position", async () => {
  const { page } = await stage.open("browse");
  const open = async (words: string) => {
    await page.getByRole("combobox").fill(words);
    await page.getByRole("option").first().click();
    await page.getByRole("article").waitFor();
  };
  await open("Tolls");
  const pane = page.getByRole("region", { name: "Tolls" });
  await pane.evaluate((element) => element.scrollTo(0, 120));
  await page.waitForTimeout(100);
  await open("Heron");
  await page.getByRole("region", { name: /Heron/ }).last().waitFor();
  for (let steps = 0; steps < 3 && !(await pane.count()); steps++) await page.keyboard.press("Alt+ArrowLeft");
  await pane.waitFor();
  await expect.poll(() => pane.evaluate((element) => Math.round(element.scrollTop))).toBe(120);
});
