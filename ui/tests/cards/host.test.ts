import { expect, test } from "vitest";
import { linksOf, messagesOf, notify, request, useCards } from "./stage";

const stage = useCards();
const FIREBALL = { name: "fireball", edition: "2014" };
const fireball = () => stage.call("lookup_spell", FIREBALL);

test("the card introduces itself, waits for the result, and says how high it is", async () => {
  const { page, frame, complaints } = await stage.open({
    context: { theme: "dark" },
    input: FIREBALL,
    result: await fireball(),
  });
  await frame.getByRole("heading", { name: "Fireball" }).waitFor();
  expect(await frame.locator("html").getAttribute("data-theme")).toBe("dark");
  const messages = await messagesOf(page);
  const methods = messages.map(({ method }) => method).filter((method) => method !== "ui/notifications/size-changed");
  expect(methods).toEqual(["ui/initialize", "ui/notifications/initialized"]);
  const height = () => frame.evaluate(() => document.body.getBoundingClientRect().height);
  const sizes = async () =>
    (await messagesOf(page))
      .filter(({ method }) => method === "ui/notifications/size-changed")
      .map(({ params }) => params);
  await expect.poll(async () => (await sizes()).at(-1)?.height).toBe(Math.ceil(await height()));
  await notify(page, "ui/notifications/host-context-changed", { theme: "light" });
  await expect.poll(() => frame.locator("html").getAttribute("data-theme")).toBe("light");
  await request(page, 41, "ui/resource-teardown");
  await expect.poll(async () => (await messagesOf(page)).find(({ id }) => id === 41)?.result).toEqual({});
  expect(complaints).toEqual([]);
});

test("a host that never answers gets a plain sentence, and the entry if the result comes anyway", async () => {
  const { page, frame } = await stage.open({ isSilent: true });
  await frame.getByRole("status").filter({ hasText: "Waiting for the answer" }).waitFor();
  await page.clock.fastForward(5_000);
  await frame.getByRole("heading", { name: "No card here" }).waitFor();
  await notify(page, "ui/notifications/tool-result", (await fireball()) as object);
  await frame.getByRole("heading", { name: "Fireball" }).waitFor();
  await page.close();
});

test("a link opens the entry by the host, and Back leads back", async () => {
  const result = await stage.call("lookup_creature", { name: "adult red dragon", edition: "2024" });
  const { page, frame, complaints } = await stage.open({ result });
  await frame.getByRole("link", { name: "Fireball" }).click();
  await frame.getByRole("heading", { name: "Fireball" }).waitFor();
  expect((await messagesOf(page)).find(({ method }) => method === "tools/call")?.params).toEqual({
    name: "guide_read_entry",
    arguments: { uri: "lore://entry/srd-2024/spell/fireball" },
  });
  await frame.getByRole("button", { name: "Back" }).press("Enter");
  await frame.getByRole("heading", { name: "Adult Red Dragon" }).waitFor();
  await frame.getByRole("button", { name: "Compare with System Reference Document 5.1" }).click();
  await expect.poll(() => frame.getByRole("article").count()).toBe(2);
  expect(complaints).toEqual([]);
});

test("a host that calls no tools reads the resource; one that does neither asks the user to ask the assistant", async () => {
  const result = await stage.call("lookup_creature", { name: "adult red dragon", edition: "2024" });
  const reads = await stage.open({ result, refuses: ["tools/call"] });
  await reads.frame.getByRole("link", { name: "Fireball" }).click();
  await reads.frame.getByRole("heading", { name: "Fireball" }).waitFor();
  await reads.frame.getByText("A bright streak flashes").waitFor();
  const nothing = await stage.open({ result, refuses: ["tools/call", "resources/read"] });
  await nothing.frame.getByRole("link", { name: "Fireball" }).press("Enter");
  await nothing.frame.getByRole("alert").filter({ hasText: "Ask the assistant" }).waitFor();
  await nothing.frame.getByRole("heading", { name: "Adult Red Dragon" }).waitFor();
});

test("a row of a list opens the entry, also one that the answer has not whole", async () => {
  const result = (await stage.call("lookup_spell", { level: 3, limit: 20 })) as {
    structuredContent: { value: { name: string; description?: string; description_is_cut?: boolean }[] };
  };
  const { value } = result.structuredContent;
  const short = value.find((entry) => entry.description_is_cut ?? entry.description === undefined);
  const { frame } = await stage.open({ result });
  await expect.poll(() => frame.getByRole("listitem").count()).toBe(20);
  await frame.getByRole("listitem").filter({ hasText: short?.name }).first().getByRole("button").click();
  await frame.getByRole("article", { name: short?.name }).waitFor();
  await frame.getByText("Casting time").waitFor();
});

test("a link of a homebrew text is opened by the host, and its HTML is text", async () => {
  const entry = {
    name: '<img src=x onerror="alert(1)">Bolt',
    kind: "spell",
    document_name: "<b>Mine</b>",
    document_source: "orcbrew",
    description: '<script>alert(2)</script>\n\n[Maps](https://example.org/a) and [bad](javascript:alert(3)) "quoted"',
  };
  const { page, frame, complaints } = await stage.open({
    result: { structuredContent: { success: true, value: [entry] } },
  });
  await frame.getByRole("heading", { name: entry.name }).waitFor();
  expect(await frame.locator("main").innerText()).toContain("<script>alert(2)</script>");
  await frame.getByRole("link", { name: "Maps" }).click();
  await expect.poll(() => linksOf(page)).toEqual(["https://example.org/a"]);
  expect(await frame.getByRole("link", { name: "bad" }).count()).toBe(0);
  expect(await frame.locator("img, script:not(head *):not(body > script), a").count()).toBe(0);
  expect(complaints).toEqual([]);
});

test.each([
  ["nothing", null],
  ["a number", { structuredContent: 5 }],
  ["a list of numbers", { structuredContent: { success: true, value: [1, 2] } }],
  ["a missing name", { structuredContent: { success: true, value: [{ kind: "spell" }] } }],
  [
    "fields of other types",
    { structuredContent: { value: [{ name: "Odd", kind: 5, uri: {}, classes: 3, document_name: 7 }] } },
  ],
  [
    "misshapen facts",
    {
      structuredContent: {
        value: [{ name: "Odd", kind: "creature", description: "Text.", skills: "x", hit_points: {} }],
      },
    },
  ],
  [
    "misshapen rows",
    {
      structuredContent: {
        value: [
          { name: "Odd", kind: "spell", level: {} },
          { name: "Two", kind: "weapon", rarity: [] },
        ],
      },
    },
  ],
  [
    "misshapen links",
    { structuredContent: { value: { entry: { name: "Odd" }, text: 5, links: [1, {}], twins: "x" } } },
  ],
  ["text", { content: [{ type: "text", text: "Only words." }] }],
  ["an image", { content: [{ type: "image", data: "" }] }],
])("a result of %s never leaves the card blank", async (_, result) => {
  const { frame, complaints } = await stage.open({ result });
  await expect.poll(() => frame.locator("main").innerText()).toMatch(/This answer cannot be shown|Odd|Only words/);
  expect(complaints).toEqual([]);
});
