import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/**
 * `unit`: the page's logic. `entries`: the card of every entry that the real server sends. `browser`: the built page in Chromium
 * with a mocked shell behind it.
 */
export default defineConfig({
  plugins: [svelte()],
  // The runes of state classes run as they do in the window, not as when a server renders.
  resolve: { conditions: ["browser"] },
  test: {
    projects: [
      { extends: true, test: { name: "unit", include: ["tests/unit/**/*.test.ts"] } },
      // Cards are drawn as by a server: without a browser, and many in a second.
      {
        plugins: [svelte()],
        test: {
          name: "entries",
          include: ["tests/entries/**/*.test.ts"],
          setupFiles: "tests/unit/window.ts",
          testTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: ["tests/browser/**/*.test.ts"],
          globalSetup: "tests/browser/setup.ts",
          // They share one browser; more of them at once only wait for each other.
          maxWorkers: 2,
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
