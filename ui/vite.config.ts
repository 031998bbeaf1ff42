import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [svelte()],
  // The strict CSP lets the page load files of its own only: nothing may become a data: address.
  // cssTarget: the oldest engines that know light-dark(), which the tokens are written with.
  build: { target: "es2022", cssTarget: ["chrome123", "safari17.5"], assetsInlineLimit: 0, modulePreload: false },
  server: { fs: { allow: [".."] } },
});
