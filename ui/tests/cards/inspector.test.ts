/** The card in a host of others: the web client of the MCP Inspector, which `tests/clients/run` installs. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium, type FrameLocator, type Page } from "playwright-core";
import { test } from "vitest";
import { BUSY_MS } from "../browser/busy";
import { screenshot } from "../browser/screenshots";
import { LibraryServer } from "../entries/server";
import { PROGRAM } from "../entries/starter";

const FOLDER = process.env.LOREKEEPER_INSPECTOR ?? "";
const LAUNCHER = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js";

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const at = server.address();
  await new Promise((closed) => server.close(closed));
  return String(typeof at === "object" ? at?.port : "");
}

/** Starts the Inspector on a server; returns its address. */
async function inspect(home: string, library: LibraryServer): Promise<{ inspector: ChildProcess; address: string }> {
  const machine = process.arch === "arm64" ? "arm64" : "x64";
  const node = join(FOLDER, `node_modules/node-linux-${machine}/bin/node`);
  const [port, sandbox, origin] = await Promise.all([freePort(), freePort(), freePort()]);
  const variables = Object.entries(library.settings()).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
  const inspector = spawn(
    existsSync(node) ? node : "node",
    [join(FOLDER, LAUNCHER), "--web", ...variables, PROGRAM, "serve"],
    {
      env: {
        ...process.env,
        HOME: home,
        MCP_AUTO_OPEN_ENABLED: "false",
        MCP_INSPECTOR_SECRET_STORE: "memory",
        CLIENT_PORT: port,
        MCP_SANDBOX_PORT: sandbox,
        MCP_APP_ORIGIN_PORT: origin,
      },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  for await (const line of createInterface(inspector.stdout)) {
    const address = /http:\S+API_TOKEN=\S+/.exec(line)?.[0];
    if (address) return { inspector, address };
  }
  throw new Error("the Inspector does not start");
}

/** Calls a tool in the Inspector's form and returns the card in its two frames. */
async function openApp(page: Page, title: string, fields: Record<string, string>): Promise<FrameLocator> {
  await page.getByText("Apps", { exact: true }).first().click();
  await page.getByText(title, { exact: true }).first().click();
  for (const [name, value] of Object.entries(fields)) await page.getByLabel(name, { exact: true }).first().fill(value);
  await page.getByRole("button", { name: "Open App" }).click();
  return page.frameLocator("iframe").frameLocator("iframe");
}

test.runIf(FOLDER)("the MCP Inspector shows a card and opens its links", { timeout: 180_000 }, async () => {
  const home = mkdtempSync(join(tmpdir(), "lorekeeper-inspector-"));
  const library = await LibraryServer.start("starter");
  const { inspector, address } = await inspect(home, library);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1500, height: 1000 } });
    page.setDefaultTimeout(BUSY_MS);
    await page.goto(address);
    await page.getByRole("switch").first().click({ force: true });
    await page.getByText("Connected", { exact: true }).waitFor();
    const card = await openApp(page, "Look up creatures", { name: "lich" });
    await card.getByRole("article", { name: "Lich" }).first().waitFor();
    await screenshot(page, "card-in-inspector");
    await card.getByRole("link", { name: "fireball" }).first().click();
    await card.getByRole("heading", { name: "Fireball" }).waitFor();
    await card.getByRole("button", { name: "Back" }).click();
    await card.getByRole("article", { name: "Lich" }).first().waitFor();
  } finally {
    await browser.close();
    inspector.kill();
    library.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 10 });
  }
});
