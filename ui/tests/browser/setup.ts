import { execFileSync } from "node:child_process";
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
    /** The address of the browser. */
    browser: string;
    /** The address of the built page. */
    address: string;
    /** The folder of the built page. */
    built: string;
    /** The script of the mocked shell. */
    mock: string;
  }
}

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Tells whether ui/dist is the page as its sources are now. */
function isBuilt(): boolean {
  try {
    execFileSync("bash", [join(root, "../scripts/build-ui"), "--is-current"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Returns the folder of the released page, which is built in the given one if it is not there. */
function releasedPage(folder: string): string {
  if (isBuilt()) return join(root, "dist");
  // A program of its own: in the environment of tests, Svelte would build for development.
  execFileSync(
    process.execPath,
    [join(root, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "error", "--outDir", folder],
    { cwd: root, env: { ...process.env, NODE_ENV: "production" } },
  );
  return folder;
}

/**
 * Builds what is not built of the released page and the mocked shell, serves the page, and starts Chromium.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "lorekeeper-page-"));
  const built = releasedPage(join(folder, "page"));
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
