import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { callsOf, lookAt, shoot, useStage } from "./stage";

const stage = useStage();

const SYSTEMS = [
  {
    system: "windows",
    userAgent:
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
    code: '"Cascadia Mono", Consolas',
    mod: "Control",
    hints: ["CtrlK", "Alt←", "ShiftEnter", "CtrlEnter"],
    shortcut: "Alt+Shift+L",
    folder: "Show in File Explorer",
    login: "In the notification area, without a window.",
    home: "C:\\Users\\mira\\.lorekeeper",
  },
  {
    system: "macos",
    userAgent:
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
    code: "ui-monospace, Menlo",
    mod: "Meta",
    hints: ["⌘K", "⌘[", "⇧Return", "⌘Return"],
    shortcut: "⌃⌘L",
    folder: "Show in Finder",
    login: "In the menu bar, without a window.",
    home: "/Users/mira/Library/Application Support/lorekeeper",
  },
  {
    system: "linux",
    userAgent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
    code: 'ui-monospace, "Noto Sans Mono"',
    mod: "Control",
    hints: ["CtrlK", "Alt←", "ShiftEnter", "CtrlEnter"],
    shortcut: "Ctrl+Alt+O",
    folder: "Show the folder",
    login: "In the tray, without a window.",
    home: "/home/mira/.local/share/lorekeeper",
  },
];

const fonts = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).fontFamily);

/** All words of the page, with the hints that the mouse shows. */
const words = (page: Page) =>
  page.evaluate(() =>
    [document.body.innerText, ...[...document.querySelectorAll<HTMLElement>("[title]")].map((one) => one.title)].join(
      "\n",
    ),
  );

test.each(SYSTEMS)("the keys of $system are shown and work", async ({ system, userAgent, mod, hints }) => {
  const { page } = await stage.open("browse?q=amber", { userAgent });
  await page.getByRole("option").first().click();
  await page.locator("article").first().waitFor();
  await shoot(page, `system-${system}-browse`);
  if (system === "macos") expect(await words(page)).not.toMatch(/Ctrl|Alt/);
  else expect(await words(page)).not.toMatch(/[⌘⌥⌃⇧]/);

  await page.getByRole("button", { name: /Keys/ }).click();
  const sheet = page.getByRole("dialog");
  const rows = (await sheet.locator("dt").allInnerTexts()).map((row) => row.replace(/\s/g, ""));
  expect(rows).toEqual(expect.arrayContaining(hints));
  await shoot(page, `system-${system}-keys`);
  await page.keyboard.press("Escape");

  await page.keyboard.press(mod === "Meta" ? "Control+2" : "Meta+2");
  await page.keyboard.press(`${mod}+,`);
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  await page.keyboard.press(`${mod}+2`);
  await page.getByRole("heading", { level: 1, name: "Library" }).waitFor();
  await page.keyboard.press(mod === "Meta" ? "Meta+[" : "Alt+ArrowLeft");
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
});

test.each(SYSTEMS)(
  "the settings speak of $system",
  async ({ system, userAgent, code, shortcut, folder, login, home }) => {
    const { page } = await stage.open("settings?part=advanced", { userAgent, viewport: { width: 1100, height: 760 } });
    for (const one of ["body", "button"]) expect(await fonts(page, one)).toMatch(/^"Source Sans 3", system-ui/);
    expect(await fonts(page, "code")).toMatch(new RegExp(`^${code}`));
    await page.getByText(home, { exact: true }).waitFor();
    await page.getByText(login).waitFor();
    const field = page.getByRole("button", { name: /Show and hide the window/ });
    expect((await field.innerText()).trim()).toBe(shortcut);
    expect(await lookAt(page, `system-${system}-settings`)).toEqual([]);
    await page.getByRole("button", { name: folder }).click();
    expect(await callsOf(page, "open_folder")).toHaveLength(1);
  },
);

test("a global shortcut is recorded and shown in the words of macOS", async () => {
  const { page } = await stage.open("settings", { userAgent: SYSTEMS[1]?.userAgent });
  const field = page.getByRole("button", { name: /Show and hide the window/ });
  await field.focus();
  await page.keyboard.press("Enter");
  await page.getByText("Press ⌃, ⌥ or ⌘ together with a key.").waitFor();
  await page.keyboard.press("Meta+Shift+Space");
  await expect.poll(async () => (await field.innerText()).trim()).toBe("⇧⌘Space");
  expect(await callsOf(page, "change_settings")).toEqual([{ change: { shortcut: "Shift+Super+Space" } }]);
});

test("a text that cannot be copied is reported", async () => {
  const { page } = await stage.open("settings?part=advanced", { mock: { http: true } });
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.getByRole("button", { name: "Copy the address" }).click();
  await page.getByRole("button", { name: "Not copied: select the text instead" }).waitFor();
});

test("what is selected is visible in high contrast", async () => {
  const { page } = await stage.open("browse?q=amber", { forcedColors: "active", colorScheme: "dark" });
  await page.getByRole("option").first().click();
  await page.locator("article").first().waitFor();
  const ground = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  await shoot(page, "high-contrast-browse");
  expect(await ground('[role=option][aria-selected="true"]')).not.toBe(
    await ground('[role=option][aria-selected="false"]'),
  );
  expect(await ground("nav [aria-current]")).not.toBe(await ground("nav button:not([aria-current])"));
  expect(await ground('.kinds [aria-pressed="true"]')).not.toBe(await ground('.kinds [aria-pressed="false"]'));
  for (const view of ["library?part=statistics", "settings", "assistant"]) {
    const opened = await stage.open(view, { forcedColors: "active", mock: { busy: true } });
    await opened.page.waitForTimeout(200);
    await shoot(opened.page, `high-contrast-${view.replace("?part=", "-")}`);
  }
});
