import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

/** The licence of the font goes with the font. */
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
  // The strict CSP lets the page load files of its own only: nothing may become a data: address.
  // cssTarget: the oldest engines that know light-dark(), which the tokens are written with.
  build: { target: "es2022", cssTarget: ["chrome123", "safari17.5"], assetsInlineLimit: 0, modulePreload: false },
  server: { fs: { allow: [".."] } },
});
