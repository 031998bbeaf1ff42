import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const FONTS = ["@fontsource/alegreya", "@fontsource-variable/source-sans-3"];

/** Adds the fonts' licences to the build. */
const fontLicences: Plugin = {
  name: "font-licences",
  apply: "build",
  generateBundle() {
    for (const font of FONTS) {
      const source = readFileSync(new URL(`node_modules/${font}/LICENSE`, import.meta.url));
      this.emitFile({ type: "asset", fileName: `${font.split("/")[1]}-licence.txt`, source });
    }
  },
};

export default defineConfig({
  plugins: [svelte(), fontLicences],
  // The content security policy allows only the page's own files: no data: URLs.
  // cssTarget: the oldest engines with light-dark(), which the tokens use.
  build: { target: "es2022", cssTarget: ["chrome123", "safari17.5"], assetsInlineLimit: 0, modulePreload: false },
  server: { fs: { allow: [".."] } },
});
