import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { callsOf, useStage } from "./stage";

const stage = useStage();
const panel = (page: Page) => page.getByRole("region", { name: "Connect over HTTP" });

test("the server is off at first, and then shows its address", async () => {
  const { page } = await stage.open("settings?part=advanced");
  const http = panel(page);
  const toggle = http.getByRole("switch", { name: "Serve the library over HTTP" });
  expect(await toggle.isChecked()).toBe(false);
  expect(await http.getByText("Address", { exact: true }).count()).toBe(0);
  await toggle.press("Space");
  await http.getByText("http://127.0.0.1:5673/mcp", { exact: true }).waitFor();
  expect(await http.getByRole("status").allTextContents()).toContain("Programs on this computer can connect.");
  expect(await toggle.isChecked()).toBe(true);
  await toggle.press("Space");
  await http.getByText("off", { exact: true }).waitFor();
  expect(await http.getByText("Address", { exact: true }).count()).toBe(0);
  expect(await callsOf(page, "serve_http")).toEqual([
    { on: true, port: 5673 },
    { on: false, port: 5673 },
  ]);
});

test("a shown token is hidden when the view is left", async () => {
  const { page } = await stage.open("settings?part=advanced", { mock: { http: true } });
  await panel(page).getByRole("button", { name: "Show the token" }).click();
  await panel(page).getByRole("button", { name: "Hide the token" }).waitFor();
  await page.keyboard.press("Control+1");
  await page.keyboard.press("Control+4");
  await panel(page).getByRole("button", { name: "Show the token" }).waitFor();
});

test("a new token needs confirmation", async () => {
  const { page } = await stage.open("settings?part=advanced", { mock: { http: true } });
  const make = panel(page).getByRole("button", { name: "Make new token" });
  await make.click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.textContent()).toContain("are refused until");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await make.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await callsOf(page, "renew_http_token")).toEqual([]);
  await make.click();
  await dialog.getByRole("button", { name: "Make a new token" }).click();
  await panel(page).getByText("There is a new token.").waitFor();
  expect(await callsOf(page, "renew_http_token")).toHaveLength(1);
});

test("a used port is reported, and another one is applied", async () => {
  const { page } = await stage.open("settings?part=advanced");
  const http = panel(page);
  const port = http.getByRole("textbox", { name: "Port" });
  await port.fill("8080");
  await http.getByRole("switch").click();
  await http.getByText("Port 8080 is used by another program. Choose another port").waitFor();
  await http.getByRole("button", { name: "Try again" }).press("Enter");
  expect(await port.evaluate((input) => input === document.activeElement)).toBe(true);
  await expect.poll(() => callsOf(page, "serve_http")).toHaveLength(2);
  await port.fill("8081");
  await port.press("Enter");
  await http.getByText("http://127.0.0.1:8081/mcp", { exact: true }).waitFor();
  expect(await http.getByRole("button", { name: "Try again" }).count()).toBe(0);
  expect(await port.evaluate((input) => input === document.activeElement)).toBe(true);
});

test("an invalid port is reported at its field, and Esc restores it", async () => {
  const { page } = await stage.open("settings?part=advanced");
  const http = panel(page);
  const port = http.getByRole("textbox", { name: "Port" });
  await port.fill("80");
  await http.getByRole("switch").click();
  await http.getByText("A port is a whole number from 1024 to 65535.").waitFor();
  expect(await port.getAttribute("aria-invalid")).toBe("true");
  expect(await port.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await http.getByRole("switch").isChecked()).toBe(false);
  expect(await callsOf(page, "serve_http")).toEqual([]);
  await page.keyboard.press("Escape");
  expect(await port.inputValue()).toBe("5673");
  expect(await callsOf(page, "hide_window")).toEqual([]);
});

test("everything fits a small window at 200 %", async () => {
  const { page } = await stage.open("settings?part=advanced", {
    mock: { http: true },
    viewport: { width: 450, height: 300 },
    deviceScaleFactor: 2,
  });
  await panel(page).getByRole("button", { name: "Show the token" }).click();
  await panel(page).getByRole("button", { name: "Hide the token" }).waitFor();
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll("html, body, main, main *")]
      .filter(
        (element) =>
          element.tagName !== "PRE" &&
          !element.closest(".unseen, pre") &&
          element.scrollWidth > element.clientWidth + 1 &&
          element.clientWidth > 0,
      )
      .filter((element) => getComputedStyle(element).display !== "inline")
      .map((element) => `${element.tagName}.${element.className}: ${element.scrollWidth} in ${element.clientWidth}`),
  );
  expect(wide).toEqual([]);
});
