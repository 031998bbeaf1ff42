import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const here = (path: string) => new URL(path, import.meta.url);
const { version } = JSON.parse(readFileSync(here("package.json"), "utf8")) as { version: string };

/** Modules that a card has no room or no use for, each with what stands in its place. */
const REPLACED: [module: RegExp, replacement: string][] = [
  // Half as large as a card may be.
  [/^marked$/, 'export { Lexer } from "/src/card/markdown-lexer.ts"'],
  // A card has no app and no shell: it finds clicked addresses by their attributes.
  [/\/shell\/app\.svelte$/, "export const useApp = () => null"],
  [/^\.\.\/host$/, "export const openLink = () => {}"],
  // Nothing is rolled in a card.
  [/\/roll\/dice$/, 'export const withDice = (text) => [{ is: "text", text }]; export const headTable = () => {}'],
  [/\/roll\/DiceText\.svelte$/, "export default () => {}"],
];

const PREFIX = "\0replaced-";

const replaced: Plugin = {
  name: "replaced",
  enforce: "pre",
  resolveId(id) {
    const place = REPLACED.findIndex(([module]) => module.test(id));
    return place < 0 ? null : `${PREFIX}${place}`;
  },
  load: (id) => (id.startsWith(PREFIX) ? REPLACED[Number(id.slice(PREFIX.length))]?.[1] : null),
};

/** Shorter than Svelte's own: the name is at each element and each rule. */
const cssHash = ({ hash, css }: { hash: (text: string) => string; css: string }) => `s${hash(css).slice(-4)}`;

/** Writes the script and the styles into one page, for hosts show what needs no other file. */
const onePage = (page: string): Plugin => ({
  name: "one-page",
  enforce: "post",
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      let [script, styles] = ["", ""];
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type === "chunk") script += file.code;
        else if (name.endsWith(".css")) styles += String(file.source);
        else this.error(`the page needs another file: ${name}`);
        Reflect.deleteProperty(bundle, name);
      }
      // In a script element these two begin or end something.
      script = script.trim().replaceAll(/<(?=!--|\/?script)/gi, "\\x3c");
      const source = readFileSync(here(`src/${page}/${page}.html`), "utf8")
        .replaceAll(/\n\s*/g, "\n")
        .replace(/(?<=<style>)(?=<\/style>)/, () => styles.trim())
        .replace(/(?<=<script.*>)(?=<\/script>)/, () => script);
      this.emitFile({ type: "asset", fileName: `${page}.html`, source });
    },
  },
});

/**
 * Pages in one file, which the server embeds: `--mode card` for assistants, `--mode players` for who reads
 * what is shared.
 */
export default defineConfig(({ mode: page }) => ({
  plugins: [replaced, svelte({ compilerOptions: { cssHash } }), onePage(page)],
  define: { VERSION: JSON.stringify(version) },
  ssr: { noExternal: true, target: "webworker" },
  build: {
    ssr: `src/${page}/main.ts`,
    ssrEmitAssets: true,
    outDir: "dist-card",
    emptyOutDir: false,
    target: "es2022",
    cssTarget: ["chrome123", "safari17.5"],
    minify: true,
    cssMinify: true,
    rolldownOptions: { output: { codeSplitting: false } },
  },
}));
