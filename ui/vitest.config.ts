import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/**
 * Vitest runs projects together only if they have the same limit. More workers would wait for each other's
 * browser.
 */
const MAX_WORKERS = 2;

/** The defaults, five seconds for a test and one for a condition, are too short for a busy machine. */
const PATIENT = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };

/**
 * `unit`: the page's logic. `entries`: the card of every entry that the real server sends. `cards`: the card
 * of the real server in a host page in Chromium. `browser`: the built page in Chromium with a mocked shell
 * behind it.
 */
export default defineConfig({
  plugins: [svelte()],
  // Runes run as in the window, not as in server-side rendering.
  resolve: { conditions: ["browser"] },
  test: {
    projects: [
      {
        extends: true,
        test: { ...PATIENT, name: "unit", include: ["tests/unit/**/*.test.ts"], maxWorkers: MAX_WORKERS },
      },
      // Server-side rendering draws cards quickly and without a browser.
      {
        plugins: [svelte({ compilerOptions: { dev: false } })],
        test: {
          name: "entries",
          include: ["tests/entries/**/*.test.ts"],
          maxWorkers: MAX_WORKERS,
          setupFiles: "tests/unit/window.ts",
          testTimeout: 300_000,
        },
      },
      { test: { ...PATIENT, name: "cards", include: ["tests/cards/**/*.test.ts"], maxWorkers: MAX_WORKERS } },
      {
        extends: true,
        test: {
          ...PATIENT,
          name: "browser",
          include: ["tests/browser/**/*.test.ts"],
          globalSetup: "tests/browser/setup.ts",
          maxWorkers: MAX_WORKERS,
          isolate: false,
        },
      },
    ],
  },
});
