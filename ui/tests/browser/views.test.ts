import { expect, test } from "vitest";
import { LARGE, lookAt, SMALL, useStage, VIEWS } from "./stage";

const stage = useStage();

test.each(VIEWS)("%s is drawn, small and large, light and dark, without anything that axe or the console complains of", async (view) => {
  const { page, complaints } = await stage.open(view);
  for (const viewport of [SMALL, LARGE]) {
    await page.setViewportSize(viewport);
    await page.waitForTimeout(150);
    const name = `${view.replace("?part=", "-")}-${viewport.width}x${viewport.height}`;
    expect(await lookAt(page, name)).toEqual([]);
  }
  expect(complaints).toEqual([]);
  await page.context().close();
});
