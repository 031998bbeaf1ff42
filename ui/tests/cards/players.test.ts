/** The page for players in Chromium, as wide as a phone, on what the real server shares. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violations } from "../browser/axe";
import { complaintsOf } from "../browser/complaints";
import { screenshot } from "../browser/screenshots";
import { copyStarterLibrary, PROGRAM } from "../entries/starter";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "lorekeeper-players-"));
const environment = { ...process.env, ...copyStarterLibrary(folder), XDG_RUNTIME_DIR: folder };
// Not localhost: that is always allowed, but players come by another address.
const SHARE = ["share", "--book", "srd-2024", "--notes", "--http", "127.0.0.2:0", "--until-eof", "--json"];

let browser: Browser;
let sharing: ChildProcess;
let address = "";

beforeAll(async () => {
  const process = spawn(PROGRAM, SHARE, { env: environment, stdio: ["pipe", "pipe", "inherit"] });
  sharing = process;
  for await (const line of createInterface(process.stdout)) {
    address = (JSON.parse(line) as { url: string }).url;
    break;
  }
  browser = await chromium.launch({
    executablePath: globalThis.process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
}, 120_000);
afterAll(async () => {
  await browser.close();
  sharing.stdin?.end();
  if (sharing.exitCode === null) await new Promise((ended) => sharing.once("exit", ended));
  rmSync(folder, { recursive: true, maxRetries: 10 });
});

async function opened(url: string): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage({ viewport: { width: 390, height: 700 } });
  const complaints = complaintsOf(page);
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin || request.url().includes(new URL(url).hash.slice(1)))
      complaints.push(request.url());
  });
  await page.goto(url);
  return { page, complaints };
}

test("players look up what is shared, and the phone's Back leads to the list", async () => {
  const { page, complaints } = await opened(address);
  await page.getByText("From System Reference Document 5.2.1", { exact: true }).waitFor();
  await page.getByRole("searchbox", { name: "Look up" }).fill("fireball");
  const entry = page.getByRole("button", { name: /^Fireball/ });
  await entry.waitFor();
  expect(await page.getByText("offline").count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await screenshot(page, "players-list");
  await entry.click();
  await page.getByRole("article", { name: "Fireball" }).waitFor();
  expect(await page.getByRole("article").textContent()).toContain("8d6 Fire damage");
  expect(await violations(page)).toEqual([]);
  await screenshot(page, "players-entry");
  await page.goBack();
  await entry.waitFor();
  await page.goForward();
  await page.getByRole("searchbox").fill("goblin warrior");
  await page
    .getByRole("button", { name: /^Goblin Warrior/ })
    .first()
    .click();
  await page.getByRole("article", { name: "Goblin Warrior" }).waitFor();
  // No entry of the book that is not shared stands beside it.
  expect(await page.getByText("SRD 5.1").count()).toBe(0);
  await page.getByRole("button", { name: "Back" }).click();
  await page
    .getByRole("button", { name: /^Goblin Warrior/ })
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

test("an address without the token is explained", async () => {
  const { page } = await opened(`${address.split("#")[0] ?? ""}#wrong`);
  await page.getByText("Ask your game master for the new one").waitFor();
  await page.close();
});

test("a library is shared once at a time, and only with books that it has", async () => {
  await expect(run(PROGRAM, SHARE, { env: environment })).rejects.toThrow("shared already");
  const other = mkdtempSync(join(tmpdir(), "lorekeeper-players-"));
  const elsewhere = { env: { ...environment, ...copyStarterLibrary(other) } };
  await expect(run(PROGRAM, ["share", "--book", "plums", "--until-eof"], elsewhere)).rejects.toThrow("plums");
  rmSync(other, { recursive: true, maxRetries: 10 });
});

test("the page says when the game master's computer is away", async () => {
  const { page } = await opened(address);
  await page.getByText("From System").waitFor();
  sharing.stdin?.end();
  await new Promise((ended) => sharing.once("exit", ended));
  await page.getByRole("searchbox").fill("plum");
  await page.getByText("does not answer").waitFor();
  await page.close();
});
