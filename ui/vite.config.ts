import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

/** Adds the font's licence to the build. */
const fontLicence: Plugin = {
  name: "font-licence",
  apply: "build",
  generateBundle() {
    const source = readFileSync(new URL("node_modules/@fontsource/alegreya/LICENSE", import.meta.url));
    this.emitFile({ type: "asset", fileName: "alegreya-licence.txt", source });
  },
};

export default defineConfig({
  plugins: [svelte(), fontLicence],
  // The content security policy allows only the page's own files: no data: URLs.
  // cssTarget: the oldest engines with light-dark(), which the tokens use.
  build: { target: "es2022", cssTarget: ["chrome123", "safari17.5"], assetsInlineLimit: 0, modulePreload: false },
  server: { fs: { allow: [".."] } },
});
