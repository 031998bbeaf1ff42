/** Pages in Chromium with a mocked shell behind them. */
import { readFileSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium, type Disposable, type Page } from "playwright-core";
import { afterAll, beforeAll, inject } from "vitest";
import type { Options } from "../mock/options";
import { violations } from "./axe";
import { complaintsOf } from "./complaints";
import { screenshot } from "./screenshots";

export { violations };

export const VIEWS = [
  "browse",
  "library",
  "library?part=add",
  "library?part=statistics",
  "library?part=share",
  "assistant",
  "settings",
  "settings?part=advanced",
  "encounter",
  "encounter?part=initiative",
  "books",
  "quick-look",
] as const;
export const SMALL = { width: 900, height: 600 };
export const LARGE = { width: 1440, height: 900 };

interface PageOptions extends BrowserContextOptions {
  /** The scenario of the mocked shell. */
  mock?: Partial<Options>;
}

/** A page with its console errors. */
export interface OpenedPage {
  page: Page;
  /** Errors and warnings from the console. */
  complaints: string[];
}

export interface Stage {
  open: (hash: string, options?: PageOptions) => Promise<OpenedPage>;
}

/** A page that is opened again and again: a new one takes three times as long. */
interface KeptPage {
  page: Page;
  options: BrowserContextOptions;
  complaints: string[];
  script: Disposable;
}

/**
 * Connects to the browser; to be called once per test file. A page is opened in the place of the one before,
 * with nothing stored, so that a test that leaves more behind, as a clock, closes its context.
 */
export function useStage(): Stage {
  let browser: Browser;
  let kept: KeptPage | undefined;
  beforeAll(async () => {
    browser = await chromium.connect(inject("browser"));
  });
  afterAll(() => browser.close());

  const pageFor = async (options: BrowserContextOptions): Promise<KeptPage> => {
    if (kept && JSON.stringify(kept.options) === JSON.stringify(options) && !kept.page.isClosed()) {
      await empty(kept);
      return kept;
    }
    await kept?.page.context().close();
    const page = await (await browser.newContext(options)).newPage();
    const complaints = complaintsOf(page);
    kept = { page, options, complaints, script: await page.addInitScript("") };
    return kept;
  };

  return {
    open: async (hash, { mock = {}, viewport = SMALL, ...options } = {}) => {
      const opened = await pageFor(options);
      const { page, complaints } = opened;
      await page.setViewportSize(viewport ?? SMALL);
      opened.script = await page.addInitScript(
        `window.mockOptions = ${JSON.stringify(mock)};\n${readFileSync(inject("mock"), "utf8")}`,
      );
      await page.goto(`${inject("address")}#/${hash}`);
      await page.locator("h1, [role=searchbox], input[type=search], [role=combobox]").first().waitFor();
      return { page, complaints };
    },
  };
}

/** Leaves a page as a new one is. */
async function empty({ page, options, complaints, script }: KeptPage): Promise<void> {
  await script.dispose();
  await page.goto("about:blank");
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin: new URL(inject("address")).origin, storageTypes: "all" });
  await session.detach();
  await page.emulateMedia({ media: null, colorScheme: options.colorScheme ?? "light" });
  complaints.length = 0;
}

/** The arguments of the page's calls of a command, in order. */
export const callsOf = (page: Page, command: string): Promise<Record<string, unknown>[]> =>
  page.evaluate((name) => window.mockHost.callsOf(name), command);

/** Ends the transitions of a page and waits until it is drawn. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = () => new Promise((begun) => requestAnimationFrame(begun));
    await frame();
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    // The second one begins when the first is drawn.
    await frame();
    await frame();
  });

/** Waits until a page is drawn, and writes target/screenshots/<name>.png if screenshots are wanted. */
export async function shoot(page: Page, name: string): Promise<void> {
  await drawn(page);
  await screenshot(page, name);
}

/** Looks at a page in both themes; returns the violations that axe finds. */
export async function lookAt(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await shoot(page, `${name}-${colorScheme}`);
    found.push(...(await violations(page, colorScheme === "light" ? "everything" : "colours")));
  }
  return found;
}
