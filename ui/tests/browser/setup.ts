import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { build } from "vite";
import type { TestProject } from "vitest/node";
import { serve } from "./server";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the browser listens. */
    browser: string;
    /** Where the built page is served. */
    address: string;
    /** The folder that is served. */
    built: string;
    /** The file with the mocked shell. */
    mock: string;
  }
}

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Builds the page as it is released, and the mocked shell beside it, serves the page, and starts Chromium. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "lorekeeper-page-"));
  const built = join(folder, "page");
  await build({ root, logLevel: "error", build: { outDir: built, emptyOutDir: true } });
  await build({
    root,
    configFile: false,
    logLevel: "error",
    build: {
      outDir: join(folder, "mock"),
      emptyOutDir: true,
      minify: false,
      lib: { entry: join(root, "tests/mock/install.ts"), formats: ["iife"], name: "mock", fileName: () => "mock.js" },
    },
  });
  const { server, address } = await serve(built);
  const browser = await chromium.launchServer({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  project.provide("browser", browser.wsEndpoint());
  project.provide("address", address);
  project.provide("built", built);
  project.provide("mock", join(folder, "mock", "mock.js"));
  return async () => {
    await browser.close();
    server.close();
    await rm(folder, { recursive: true });
  };
}
