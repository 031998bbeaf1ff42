import { expect, test } from "vitest";
import { LARGE, lookAt, shoot, useStage, VIEWS } from "./stage";

const stage = useStage();

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
  await page.context().close();
});
