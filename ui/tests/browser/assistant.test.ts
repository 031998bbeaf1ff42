import { expect, test } from "vitest";
import { callsOf, useStage } from "./stage";

const stage = useStage();

test("a change to a file is shown first and can be undone", async () => {
  const { page } = await stage.open("assistant");
  await page.getByRole("button", { name: "Repair Cursor" }).click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.textContent()).toContain('Removed:       "command": "/tmp/.mount_Lore/lorekeeper-mcp"');
  expect(await callsOf(page, "apply_plan")).toEqual([]);
  await dialog.getByRole("button", { name: "Repair" }).click();
  await page.getByText("Quit it fully").waitFor();
  expect(await callsOf(page, "apply_plan")).toHaveLength(1);
  await page.getByRole("button", { name: "Undo the last change to Cursor" }).click();
  await page.getByRole("button", { name: "Repair Cursor" }).waitFor();
});

test("a test shows each of its steps, also on failure", async () => {
  const { page } = await stage.open("assistant");
  await page.getByRole("button", { name: "Test Claude Desktop" }).click();
  await page.getByText("Details").first().click();
  await page.getByText("15 tools in 21 ms").waitFor();
  await page.getByRole("button", { name: "Test Cursor" }).click();
  await page.getByText("It does not work yet.").waitFor();
  expect(await page.getByRole("img", { name: "failed" }).count()).toBe(3);
});

test("the activity loads while the view is open and links to entries", async () => {
  const { page } = await stage.open("browse");
  await page.clock.install();
  await page.clock.runFor(5_000);
  const reads = () => callsOf(page, "read_resource");
  expect(await reads()).toEqual([]);
  await page.keyboard.press("Control+3");
  await page.getByRole("button", { name: "Amber Ladder" }).first().click();
  await page.locator("article").first().waitFor();
  expect(page.url()).toContain("open=lore");
  const until = (await reads()).length;
  await page.clock.runFor(5_000);
  expect(await reads()).toHaveLength(until);
  await page.context().close();
});

test("recording calls is switched beside the activity", async () => {
  const { page } = await stage.open("assistant");
  await page.getByRole("switch", { name: "Record requests" }).click();
  expect(await callsOf(page, "change_settings")).toEqual([{ keep_activity: false }]);
});

test("the first steps are dismissed for good, and at once", async () => {
  const { page } = await stage.open("browse", { mock: { first: true, slow: true } });
  const card = page.getByRole("region", { name: "Welcome to your library" });
  await card.waitFor();
  expect(await card.getByRole("listitem").count()).toBe(3);
  // What is below moves up, and must not do so under the next click.
  const isGone = await card.getByRole("button", { name: "Later" }).evaluate(async (button: HTMLElement) => {
    button.click();
    await new Promise(requestAnimationFrame);
    return !button.isConnected;
  });
  expect(isGone).toBe(true);
  expect(await callsOf(page, "change_settings")).toEqual([{ change: { onboarded: true } }]);
});
