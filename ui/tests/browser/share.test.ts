import { expect, test } from "vitest";
import { callsOf, shoot, useStage, violations } from "./stage";

const stage = useStage();

test("nothing is shared before the warning is read, and sharing ends on request", async () => {
  const { page, complaints } = await stage.open("library?part=share");
  const panel = page.getByRole("region", { name: "Share with players" });
  const boxes = panel.getByRole("group", { name: "Books", exact: true }).getByRole("checkbox");
  await expect.poll(() => boxes.count()).toBeGreaterThan(2);
  // At first, books that everybody may pass on.
  const houseRules = panel.getByRole("checkbox", { name: /House Rules/ });
  expect(await houseRules.isChecked()).toBe(false);
  await houseRules.check();
  for (const box of await boxes.all()) await box.uncheck();
  expect(await panel.getByRole("button", { name: "Share…" }).isDisabled()).toBe(true);
  await houseRules.check();
  await panel.getByRole("checkbox", { name: "Creatures and encounters" }).uncheck();
  await panel.getByRole("button", { name: "Share…" }).click();
  const dialog = page.getByRole("dialog");
  await shoot(page, "share-warning");
  expect(await dialog.textContent()).toContain("not encrypted");
  expect(await dialog.getByRole("list", { name: "What is shared" }).textContent()).toContain("House Rules");
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Do not share" }).click();
  expect(await callsOf(page, "share")).toEqual([]);

  await panel.getByRole("button", { name: "Share…" }).click();
  await dialog.getByRole("button", { name: "Share on this network" }).click();
  await panel.getByRole("img", { name: /QR code/ }).waitFor();
  await panel.getByText("http://192.0.2.7:40123/#invented-token", { exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await panel.getByRole("list", { name: "What is shared" }).textContent()).toContain("House Rules");
  await panel.getByText("Left out: creatures and encounters").waitFor();
  await shoot(page, "share-on");
  await page.keyboard.press("Control+1");
  await page.getByRole("button", { name: "Sharing" }).click();
  await panel.getByRole("button", { name: "Stop sharing" }).click();
  await expect.poll(() => page.getByRole("button", { name: "Sharing" }).count()).toBe(0);
  expect(await callsOf(page, "share")).toEqual([
    { choice: { documents: ["house-rules"], without: ["creature", "encounter"], notes: false } },
    { choice: null },
  ]);
  expect(complaints).toEqual([]);
});
