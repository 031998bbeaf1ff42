/**
 * Screenshots for people to look at. No test needs them, so that they are made only if SCREENSHOTS is set.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";

const FOLDER = fileURLToPath(new URL("../../../target/screenshots/", import.meta.url));

/** Writes target/screenshots/<name>.png. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return;
  mkdirSync(FOLDER, { recursive: true });
  await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: "disabled" });
}
