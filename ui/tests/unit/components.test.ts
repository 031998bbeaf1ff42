import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../src/", import.meta.url));
const files = readdirSync(root, { recursive: true, encoding: "utf8" });
const components = files
  .filter((name) => name.endsWith(".svelte"))
  .map((name) => ({ name, text: readFileSync(root + name, "utf8") }));
const offenders = (is: (text: string) => boolean) => components.filter(({ text }) => is(text)).map(({ name }) => name);

test("no component is longer than 150 lines", () => {
  expect(offenders((text) => text.split("\n").length > 151)).toEqual([]);
});

test("no component writes raw HTML or a style attribute", () => {
  expect(offenders((text) => /\{@html|\sstyle=/.test(text))).toEqual([]);
});

test("only host.ts talks to the shell", () => {
  const sources = files.filter((name) => /\.(ts|svelte)$/.test(name) && name !== "host.ts");
  expect(sources.filter((name) => readFileSync(root + name, "utf8").includes("@tauri-apps"))).toEqual([]);
});

test("colours are defined in the tokens only", () => {
  expect(offenders((text) => /#[\da-f]{3,8}\b(?![^<]*<\/script>)/i.test(text.split("<style>")[1] ?? ""))).toEqual([]);
});
