import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Options } from "../mock/options";
import { lookAt, useStage } from "./stage";

const stage = useStage();

/** A rare state of the window, and the steps that lead to it. */
interface State {
  name: string;
  at: string;
  mock?: Partial<Options>;
  reach?: (page: Page) => Promise<void>;
}

const press = (name: string | RegExp) => async (page: Page) => page.getByRole("button", { name }).first().click();

const http = (page: Page) => page.getByRole("region", { name: "Connect over HTTP" });

const STATES: State[] = [
  { name: "first-start", at: "browse", mock: { first: true } },
  { name: "empty-browse", at: "browse", mock: { empty: true } },
  { name: "empty-library", at: "library", mock: { empty: true } },
  { name: "failing-browse", at: "browse", mock: { failing: true } },
  { name: "failing-library", at: "library", mock: { failing: true } },
  { name: "failing-settings", at: "settings", mock: { failing: true } },
  { name: "offline-add", at: "library?part=add", mock: { offline: true } },
  { name: "busy-browse", at: "browse", mock: { busy: true } },
  { name: "busy-library", at: "library", mock: { busy: true } },
  { name: "reports-library", at: "library", mock: { reports: true } },
  {
    name: "report-details",
    at: "library",
    mock: { reports: true },
    reach: async (page) => page.getByText("Details", { exact: true }).first().click(),
  },
  { name: "reports-browse", at: "browse", mock: { reports: true } },
  { name: "remove", at: "library", reach: press("Remove The Orchard") },
  {
    name: "removed",
    at: "library",
    reach: async (page) => {
      await press("Remove House Rules")(page);
      await press(/^Remove$/)(page);
    },
  },
  { name: "import-report", at: "library", reach: press("Import report of The Orchard") },
  { name: "clear-cache", at: "library?part=statistics", reach: press("Clear cache") },
  { name: "plan-connect", at: "assistant", reach: press("Connect Claude Code") },
  { name: "plan-repair", at: "assistant", reach: press("Repair Cursor") },
  {
    name: "connected",
    at: "assistant",
    reach: async (page) => {
      await press("Connect Claude Code")(page);
      await press(/^Connect$/)(page);
      await press("Test Claude Code")(page);
      await page.getByText("It works").waitFor();
    },
  },
  { name: "no-activity", at: "assistant", mock: { first: true } },
  { name: "http-off", at: "settings?part=advanced", reach: async (page) => http(page).scrollIntoViewIfNeeded() },
  {
    name: "http-on",
    at: "settings?part=advanced",
    mock: { http: true },
    reach: async (page) => {
      await press("Show the token")(page);
      await page.getByRole("group", { name: "Settings to paste" }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: "http-taken",
    at: "settings?part=advanced",
    reach: async (page) => {
      await http(page).getByRole("textbox").fill("8080");
      await http(page).getByRole("switch").click();
      await page.getByText("is used by another program").waitFor();
      await http(page).evaluate((panel) => panel.scrollIntoView());
    },
  },
  {
    name: "http-bad-port",
    at: "settings?part=advanced",
    reach: async (page) => {
      await http(page).getByRole("textbox").fill("80");
      await press("Use this port")(page);
    },
  },
  { name: "http-new-token", at: "settings?part=advanced", mock: { http: true }, reach: press("Make new token") },
  { name: "shortcut", at: "settings", reach: press(/Show and hide the window/) },
];

test.each(STATES)("$name has no accessibility or console errors", async ({ name, at, mock, reach }) => {
  const { page, complaints } = await stage.open(at, { mock });
  await reach?.(page);
  await page.waitForTimeout(150);
  expect(await lookAt(page, `state-${name}`)).toEqual([]);
  expect(complaints).toEqual([]);
});
