import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { drawn, LARGE, lookAt, shoot, SMALL, useStage, VIEWS } from "./stage";
import { tabThrough } from "./tab";

const stage = useStage();

/** Returns the elements that are wider than their place. */
const wide = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("html, body, main, main > :not(.unseen), main > * > :not(.unseen)")]
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
      .map((element) => `${element.tagName}.${element.className}: ${element.scrollWidth} in ${element.clientWidth}`),
  );

/** Returns the elements that move. */
const moving = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("*")]
      .filter((element) => {
        const style = getComputedStyle(element);
        return [style.transitionDuration, style.animationDuration].some((durations) =>
          durations.split(", ").some((duration) => parseFloat(duration) > 0),
        );
      })
      .map((element) => `${element.tagName}.${element.className}`),
  );

test.each(VIEWS)("%s has no accessibility or console errors in any size and theme", async (view) => {
  const { page, complaints } = await stage.open(view);
  const name = view.replace("?part=", "-");
  await page.waitForTimeout(150);
  expect(await lookAt(page, `${name}-900x600`)).toEqual([]);
  await page.setViewportSize(LARGE);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await shoot(page, `${name}-1440x900-${colorScheme}`);
  }
  expect(complaints).toEqual([]);
});

// One page for three: to open one takes longer than to look at it.
test.each(VIEWS)("%s respects reduced motion, fits at 200 %, and Tab reaches everything", async (view) => {
  const context = { viewport: { width: 450, height: 300 }, deviceScaleFactor: 2, reducedMotion: "reduce" } as const;
  const { page } = await stage.open(view, context);
  await page.waitForTimeout(150);
  expect.soft(await moving(page)).toEqual([]);
  expect.soft(await wide(page), "needs sideways scrolling").toEqual([]);
  await page.setViewportSize(SMALL);
  await drawn(page);
  expect.soft(await tabThrough(page), "a name, a focus ring, and everything reached").toEqual([]);
});
