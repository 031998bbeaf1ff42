/** The way of the focus through a page. */
import type { Page } from "playwright-core";

/** Describes the focused element: its name, and whether its focus is visible. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    const ringed = (one: Element | null): boolean => {
      if (!one || one === document.body) return false;
      const style = getComputedStyle(one);
      return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none";
    };
    const box = element.getBoundingClientRect();
    const labels =
      element instanceof HTMLInputElement ? [...(element.labels ?? [])].map((label) => label.textContent) : [];
    const named = [
      element.getAttribute("aria-label"),
      element.getAttribute("aria-labelledby"),
      element.textContent?.trim(),
      ...labels,
    ].find(Boolean);
    const again = Boolean(element.dataset.reached);
    element.dataset.reached = "yes";
    return {
      again,
      html: element.outerHTML.slice(0, 120),
      named: Boolean(named),
      ringed: ringed(element) || ringed(element.parentElement),
      seen: box.width > 0 && box.bottom > 0 && box.top < innerHeight,
    };
  });

/** Returns the elements that Tab should have reached. */
const unreached = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary, [tabindex]")]
      .filter(
        (element) =>
          element.tabIndex >= 0 &&
          element.checkVisibility() &&
          !element.matches(":disabled") &&
          !element.dataset.reached,
      )
      // Of a group of radio buttons, Tab reaches only the selected one.
      .filter((element) => !(element instanceof HTMLInputElement && element.type === "radio" && !element.checked))
      .map((element) => element.outerHTML.slice(0, 120)),
  );

/**
 * Presses Tab until the focus comes round; returns what has no name or no visible focus, and what was not
 * reached.
 */
export async function tabThrough(page: Page): Promise<string[]> {
  const troubles: string[] = [];
  for (let presses = 0; presses < 200; presses++) {
    await page.keyboard.press("Tab");
    const at = await focused(page);
    // After the last element, the focus moves to the browser and then to the first.
    if (!at) continue;
    if (at.again) break;
    if (!at.named || !at.ringed || !at.seen) troubles.push(JSON.stringify(at));
  }
  return [...troubles, ...(await unreached(page)).map((html) => `not reached: ${html}`)];
}
