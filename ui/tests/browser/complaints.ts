import type { Page } from "playwright-core";
import { BUSY_MS } from "./busy";

/** Gives a page time on a busy machine, and returns the list to which its errors and warnings are added. */
export function complaintsOf(page: Page): string[] {
  page.setDefaultTimeout(BUSY_MS);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return complaints;
}
