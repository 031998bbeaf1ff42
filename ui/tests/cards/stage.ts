/** A host page in Chromium that shows the card of the real server, with the server's answers. */
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { type Browser, chromium, type Frame, type Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { complaintsOf } from "../browser/complaints";
import { screenshot } from "../browser/screenshots";
import { LibraryServer } from "../entries/server";

export const CARD = "ui://lorekeeper/card.html";
const MIME_TYPE = "text/html;profile=mcp-app";
/** The policy for a card that declares no domains, word for word as in the specification. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "media-src 'self' data:",
  "connect-src 'none'",
].join("; ");
/** A client that shows cards. */
const CLIENT = {
  clientInfo: { name: "host", version: "1" },
  capabilities: { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: [MIME_TYPE] } } },
};

/** What the host page gives to a card. */
export interface Given {
  context?: object;
  input?: object;
  result?: unknown;
  /** Methods that the host answers with an error. */
  refuses?: string[];
  /** The host never answers; the test moves the page's clock to when the card stops waiting. */
  isSilent?: boolean;
}

interface Host {
  messages: { method?: string; id?: number; result?: object; error?: object; params?: Record<string, unknown> }[];
  links: string[];
  show: (given: Given) => void;
  notify: (method: string, params: object) => void;
  request: (id: number, method: string) => void;
}
declare const host: Host;

export interface OpenedCard {
  page: Page;
  frame: Frame;
  /** Errors, warnings and requests that the page made. */
  complaints: string[];
}

export interface CardStage {
  ask: (method: string, params: object) => Promise<unknown>;
  call: (name: string, given: object) => Promise<unknown>;
  open: (given: Given, width?: number) => Promise<OpenedCard>;
}

/**
 * Starts the server, the host page and Chromium; to be called once per test file. A card is opened in the
 * page of the one before, unless a test closed it.
 */
export function useCards(): CardStage {
  let browser: Browser;
  let library: LibraryServer;
  let pages: Server;
  let address = "";
  let kept: Omit<OpenedCard, "frame"> | undefined;
  const ask = (method: string, params: object) => library.request(method, params);
  beforeAll(async () => {
    library = await LibraryServer.start("starter", CLIENT);
    const { contents } = (await ask("resources/read", { uri: CARD })) as { contents: { text: string }[] };
    const host = await readFile(new URL("host.html", import.meta.url));
    pages = createServer(({ url }, response) => {
      if (url === "/host") response.writeHead(200, { "Content-Type": "text/html" }).end(host);
      else if (url === "/card")
        response
          .writeHead(200, { "Content-Type": "text/html", "Content-Security-Policy": POLICY })
          .end(contents[0]?.text);
      else response.writeHead(204).end();
    });
    await new Promise<void>((listening) => pages.listen(0, "127.0.0.1", listening));
    const at = pages.address();
    address = `http://127.0.0.1:${typeof at === "object" ? at?.port : ""}`;
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox"],
    });
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    pages.close();
    library.close();
  });
  const newPage = async (): Promise<Omit<OpenedCard, "frame">> => {
    const page = await browser.newPage();
    const complaints = complaintsOf(page);
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (!["/host", "/card", "/favicon.ico"].includes(pathname)) complaints.push(request.url());
    });
    await page.exposeFunction("askServer", ask);
    return { page, complaints };
  };
  return {
    ask,
    call: (name, given) => ask("tools/call", { name, arguments: given }),
    open: async (given, width = 760) => {
      if (!kept || kept.page.isClosed()) kept = await newPage();
      const { page, complaints } = kept;
      complaints.length = 0;
      await page.setViewportSize({ width, height: 600 });
      if (given.isSilent) await page.clock.install();
      await page.goto(`${address}/host`);
      await page.evaluate((given) => host.show(given), given);
      await page.locator("iframe").contentFrame().locator("main").waitFor();
      const frame = page.frames().find((each) => each.url().endsWith("/card"));
      if (!frame) throw new Error("the card is not loaded");
      return { page, frame, complaints };
    },
  };
}

/** Returns what the card sent to the host. */
export const messagesOf = (page: Page): Promise<Host["messages"]> => page.evaluate(() => host.messages);
export const linksOf = (page: Page): Promise<string[]> => page.evaluate(() => host.links);
export const notify = (page: Page, method: string, params: object): Promise<void> =>
  page.evaluate(([method, params]) => host.notify(method, params), [method, params] as const);
export const request = (page: Page, id: number, method: string): Promise<void> =>
  page.evaluate(([id, method]) => host.request(id, method), [id, method] as const);

/**
 * Makes the window as high as the card, and writes target/screenshots/<name>.png if screenshots are wanted.
 */
export async function shoot({ page, frame }: OpenedCard, name: string): Promise<void> {
  const height = await frame.evaluate(() => Math.ceil(document.body.getBoundingClientRect().height));
  // Chromium draws of a frame what is in the window.
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: height + 34 });
  await expect.poll(() => page.locator("iframe").boundingBox()).toMatchObject({ height: height + 2 });
  await screenshot(page, name);
}
