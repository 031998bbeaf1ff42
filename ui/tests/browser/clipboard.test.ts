/* All pages of the browser have one clipboard: every test of it is here, because only the tests of a file run
   one after the other. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { callsOf, useStage } from "./stage";

const stage = useStage();
const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test("an unreadable file offers a snippet to copy", async () => {
  const { page } = await stage.open("assistant", CLIPBOARD);
  const zed = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Zed" }) });
  expect(await zed.getByRole("button").allTextContents()).toEqual(["Copy"]);
  await zed.getByRole("button", { name: "Copy" }).click();
  await zed.getByRole("button", { name: "Copied" }).waitFor();
  expect(await copied(page)).toContain('"mcpServers"');
});

test("a report is copied as text with line numbers", async () => {
  const { page } = await stage.open("library", { mock: { reports: true }, ...CLIPBOARD });
  await page.getByRole("button", { name: "Copy as text" }).first().click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await copied(page)).toContain("line 904, The Orchard at the End of the Long Road, plum-golem: it has no name");
});

test("address, token and settings are copied, the token stays hidden", async () => {
  const { page } = await stage.open("settings?part=advanced", { mock: { http: true }, ...CLIPBOARD });
  const http = page.getByRole("region", { name: "Connect over HTTP" });
  await http.getByRole("button", { name: "Copy the address" }).click();
  await http.getByRole("button", { name: "Copied" }).waitFor();
  expect(await copied(page)).toBe("http://127.0.0.1:5673/mcp");
  expect(await callsOf(page, "http_token")).toEqual([]);

  const token = await page.evaluate(() => window.mockHost.http.token);
  await http.getByRole("button", { name: "Copy the token" }).click();
  await expect.poll(() => copied(page)).toBe(token);
  await http.getByRole("button", { name: "Copy with the token" }).click();
  await expect.poll(() => copied(page)).toContain(`Bearer ${token}`);
  expect(JSON.parse(await copied(page))).toHaveProperty("mcpServers.lorekeeper.url", "http://127.0.0.1:5673/mcp");
  expect(await page.content()).not.toContain(token);

  await http.getByRole("button", { name: "Show the token" }).press("Enter");
  await http.getByText(token, { exact: true }).waitFor();
  const hide = http.getByRole("button", { name: "Hide the token" });
  expect(await hide.evaluate((button) => button === document.activeElement)).toBe(true);
  await hide.press("Enter");
  expect(await page.content()).not.toContain(token);
});
