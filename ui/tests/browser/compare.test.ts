import { expect, test } from "vitest";
import { callsOf, lookAt, useStage } from "./stage";

const stage = useStage();

test("an entry is compared with its twin, and with a pinned entry of its kind", async () => {
  const { page, complaints } = await stage.open("browse");
  await page.keyboard.type("spell:");
  await page.keyboard.press("Enter");
  await page
    .getByRole("button", { name: /^Compare with/ })
    .first()
    .click();
  const table = page.getByRole("table", { name: /^What differs between/ });
  await table.getByRole("row", { name: "Material a wick —" }).waitFor();
  expect(await table.locator("mark").allInnerTexts()).toEqual([
    ...["action", "bonus action", "a wick"],
    ...["one hour.", "eight hours.", "It cannot be put out.", "Water puts it out."],
  ]);
  expect(await table.getByText("It smells of lamp oil.").count()).toBe(2);
  expect(await lookAt(page, "compare")).toEqual([]);

  const read = (await callsOf(page, "read_entry")) as { uri: string; compare_with?: string }[];
  const [compared, ...others] = read.filter((call) => call.compare_with);
  expect(others).toEqual([]);
  expect(compared?.uri).not.toBe(compared?.compare_with);
  await page
    .getByRole("button", { name: /^Compare with/ })
    .first()
    .click();
  await page.getByRole("article").waitFor();

  await page.keyboard.press("Control+Enter");
  await page.getByRole("navigation", { name: "Pinned entries" }).waitFor();
  await page.getByRole("listbox").getByRole("option").nth(5).click();
  await page.getByText("Compare with the pinned").getByRole("button").first().click();
  await table.waitFor();
  expect(complaints).toEqual([]);
});
