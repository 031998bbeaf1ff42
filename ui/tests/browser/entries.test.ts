import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { WholeEntry } from "../../src/host-types";
import { lookAt, useStage } from "./stage";

const stage = useStage();

/** Gives an entry fields in forms that no version of the server sends. */
const misshape = (page: Page, name: string): Promise<void> =>
  page.evaluate((misshapen) => {
    const shell = (
      window as unknown as { __TAURI_INTERNALS__: { invoke: (command: string, given?: object) => Promise<unknown> } }
    ).__TAURI_INTERNALS__;
    const { invoke } = shell;
    shell.invoke = async (command, given) => {
      const answer = await invoke(command, given);
      const whole = (answer as { value?: Partial<WholeEntry> } | null)?.value;
      if (command !== "call" || whole?.entry?.name !== misshapen) return answer;
      const entry = {
        ...whole.entry,
        classes: 3,
        skills: ["Stealth"],
        damage_dice: { sides: 8 },
        properties: "Light",
        saving_throws: { Wisdom: 2 },
      };
      return { value: { ...whole, entry }, message: null };
    };
  }, name);

async function open(page: Page, words: string, name: string): Promise<void> {
  await page.getByRole("combobox").fill(words);
  await page
    .getByRole("option", { name: new RegExp(`^${name}`) })
    .first()
    .click();
  await page.getByRole("article", { name }).waitFor();
}

test.each([
  ["Amber Ladder", "You hang up to three small lights"],
  ["Amber Heron", "Keeper of the Ford"],
  ["Boathook", "Known along the long river"],
  ["Ferrier", "Known along the long river"],
])("%s with fields of an unknown form is shown as text", async (name, text) => {
  const { page } = await stage.open("browse");
  await misshape(page, name);
  await open(page, name, name);
  const card = page.getByRole("article", { name });
  await card.getByRole("alert").filter({ hasText: "Its full text follows" }).waitFor();
  const said = await card.innerText();
  expect(said).toContain(text);
  expect(said).toMatch(/\b(2014|2024|other)\b/);
  expect(await lookAt(page, `misshapen-${name.toLowerCase().replace(" ", "-")}`)).toEqual([]);
  await open(page, "Brass Chorus", "Brass Chorus");
  await page.getByText("Casting time").waitFor();
  expect(await page.getByRole("article").getByRole("alert").count()).toBe(0);
});
