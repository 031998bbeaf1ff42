import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { useStage } from "./stage";

const stage = useStage();

test("searching and opening need no mouse", async () => {
  const { page } = await stage.open("browse");
  const field = page.getByRole("combobox", { name: "Search the library" });
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type("amber");
  await expect.poll(() => page.getByRole("option").first().textContent()).toContain("Amber");
  await page.keyboard.press("ArrowDown");
  const marked = await page.locator("[role=option][aria-selected=true]").textContent();
  await page.keyboard.press("Enter");
  const name = page.locator("article h1, article h2").first();
  await name.waitFor();
  expect(marked).toContain((await name.textContent())?.trim());
  await page.keyboard.press("Control+k");
  expect(await field.evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd])).toEqual([0, 5]);
});

test("? and / are shortcuts where the window opens, and text after a letter", async () => {
  const { page } = await stage.open("browse");
  const field = page.getByRole("combobox", { name: "Search the library" });
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog");
  await sheet.waitFor();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
  await page.keyboard.press("/");
  await page.keyboard.type("a?/");
  expect(await field.inputValue()).toBe("a?/");
  expect(await sheet.count()).toBe(0);
  await page.keyboard.press("Control+4");
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  await page.keyboard.press("/");
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
});

test("views and the list of shortcuts open by keys", async () => {
  const { page } = await stage.open("browse");
  for (const [key, view] of [
    ["2", "Library"],
    ["3", "Assistant"],
    ["5", "Encounter"],
    ["6", "Books"],
    ["4", "Settings"],
  ]) {
    await page.keyboard.press(`Control+${key}`);
    await page.getByRole("heading", { level: 1, name: view }).waitFor();
  }
  await page.getByRole("button", { name: /^Keys/ }).last().focus();
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog");
  await sheet.waitFor();
  expect(await sheet.textContent()).toContain("Search");
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
  expect(await page.evaluate(() => window.mockHost.calls.some(({ command }) => command === "hide_window"))).toBe(false);
});

test("a dialog keeps the focus and returns it", async () => {
  const { page } = await stage.open("assistant");
  const connect = page.getByRole("button", { name: "Connect Claude Code" });
  await connect.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  for (let presses = 0; presses < 8; presses++) {
    await page.keyboard.press("Tab");
    expect(
      await page.evaluate(
        () => document.activeElement === document.body || Boolean(document.activeElement?.closest("dialog")),
      ),
    ).toBe(true);
  }
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await connect.evaluate((element) => element === document.activeElement)).toBe(true);
});

test("text grows and shrinks by keys and in the settings, in every window, and stays so", async () => {
  const { page } = await stage.open("settings");
  const height = (of: Page) => of.evaluate(() => document.querySelector("#app button")?.getBoundingClientRect().height);
  const before = (await height(page)) ?? 0;
  await page.keyboard.press("Control++");
  await page.keyboard.press("Control+=");
  expect(await page.getByRole("radio", { name: "130 %" }).isChecked()).toBe(true);
  expect(await height(page)).toBeGreaterThan(1.2 * before);
  const other = await page.context().newPage();
  await other.addInitScript({ path: inject("mock") });
  await other.goto(page.url().replace("settings", "quick-look"));
  expect(await other.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("20.8px");
  await page.keyboard.press("Control+-");
  await expect.poll(() => other.evaluate(() => document.documentElement.style.fontSize)).toBe("115%");
  await other.close();
  await page.reload();
  expect(await page.getByRole("radio", { name: "115 %" }).isChecked()).toBe(true);
  await page.keyboard.press("Control+0");
  expect(await height(page)).toBeCloseTo(before, 0);
});

test("a global shortcut is recorded from key presses", async () => {
  const { page } = await stage.open("settings");
  const field = page.getByRole("button", { name: /Show and hide the window/ });
  await field.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Shift+Space");
  await expect.poll(() => field.textContent()).toContain("Ctrl+Shift+Space");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Alt+t");
  await page.getByText("Another program has these keys already.").waitFor();
});
