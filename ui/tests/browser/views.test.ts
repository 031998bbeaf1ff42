import { describe, expect, test } from "vitest";
import { LARGE, SMALL, shoot, useStage, VIEWS, violations } from "./stage";

const stage = useStage();
const SIZES = { "900x600": SMALL, "1440x900": LARGE };

describe.each(["light", "dark"] as const)("in %s", (colorScheme) => {
  test.each(VIEWS)("%s is drawn at both sizes without anything that axe or the console complains of", async (view) => {
    for (const [size, viewport] of Object.entries(SIZES)) {
      const { page, complaints } = await stage.open(view, { viewport, colorScheme });
      await page.waitForTimeout(250);
      await shoot(page, `${view.replace("?part=", "-")}-${colorScheme}-${size}`);
      expect(await violations(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await page.context().close();
    }
  });
});
