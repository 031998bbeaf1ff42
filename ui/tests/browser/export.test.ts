import { expect, test } from "vitest";
import { callsOf, lookAt, useStage } from "./stage";

const stage = useStage();

test("what is found, and what is pinned, is exported in a chosen format", async () => {
  const { page, complaints } = await stage.open("browse");
  await page.keyboard.type("spell:");
  await page.keyboard.press("Enter");
  await page.getByRole("article").waitFor();
  await page.getByRole("button", { name: "More for the list" }).click();
  await page.getByRole("button", { name: "Export…" }).click();
  const dialog = page.getByRole("dialog", { name: "Export entries" });
  await dialog.getByLabel("Fantasy Statblocks").check();
  expect(await lookAt(page, "export")).toEqual([]);
  await dialog.getByRole("button", { name: "Save as…" }).click();
  await page.getByText("Exported 42 entries.").waitFor();
  expect(await dialog.count()).toBe(0);

  await page.keyboard.press("Control+Enter");
  await page.getByRole("navigation", { name: "Pinned entries" }).getByRole("button", { name: "Export…" }).click();
  await page.getByRole("button", { name: "Save as…" }).click();
  const calls = (await callsOf(page, "export_entries")) as { request: object; name: string; extension: string }[];
  expect(calls.map(({ name, extension }) => `${name}.${extension}`)).toEqual(["entries.md", "pins.html"]);
  expect(calls[0]?.request).toMatchObject({ format: "fantasy-statblocks", found: { kinds: ["spell"] } });
  expect(calls[1]?.request).toEqual({ format: "print" });
  expect(complaints).toEqual([]);
});
