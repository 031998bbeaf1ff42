/** The accessibility of a page. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Frame, Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  id: string;
  help: string;
  nodes: { target: unknown; failureSummary?: string }[];
}

/** Returns the violations of WCAG A and AA that axe finds; `colours` checks only the contrast. */
export async function violations(page: Page | Frame, look: "everything" | "colours" = "everything"): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const runOnly = look === "colours" ? ["color-contrast"] : ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"];
  const found = await page.evaluate<Violation[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ["violations"] }).then((result) => result.violations)`,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id} at ${JSON.stringify(node.target)}: ${node.failureSummary ?? ""}`),
  );
}
