import type { ToolCall } from "../../src/host-types";
import type { MockEntry } from "./content";

const CALLS: [tool: string, args: Record<string, unknown>, results?: number, error?: string][] = [
  ["lookup_spell", { name: "amber ladder" }, 1],
  [
    "lookup_creature",
    {
      semantic_query: "something that lives under bridges and asks for coins",
      cr_max: 5,
      documents: ["srd-2014", "lod"],
      limit: 5,
    },
    5,
  ],
  ["search_dnd_content", { query: "mired", limit: 20 }, 20],
  ["lookup_rule", { name: "crossing water", include_text: true }, 1],
  ["lookup_equipment", { rarity: "rare", requires_attunement: false }, 8],
  ["lookup_spell", { level: 12 }, undefined, "`level` is 12; it is a number from 0 to 9."],
  ["guide_list_documents", {}, 5],
];

/** The last calls of a mocked assistant, newest first. */
export function makeCalls(library: MockEntry[]): ToolCall[] {
  const now = Date.now();
  return Array.from({ length: 24 }, (_, i): ToolCall => {
    const [tool, args, results, error] = CALLS[i % CALLS.length] ?? ["lookup_rule", {}, 0];
    const kind = tool.split("_")[1] ?? "";
    const fitting = library.filter(
      (entry) =>
        tool === "search_dnd_content" ||
        entry.row.kind === kind ||
        (kind === "equipment" && entry.row.kind === "magic-item"),
    );
    const entries = fitting
      .slice(i, i + Math.min(results ?? 0, 5))
      .map(({ row }) => ({ name: row.name, uri: row.uri }));
    return {
      at: new Date(now - 20_000 - i * 47_000).toISOString(),
      client: i % 5 === 3 ? "claude-code 2.4.1" : "claude-ai 0.1.0",
      tool,
      arguments: JSON.stringify(args),
      results,
      milliseconds: 1.4 + ((i * 37) % 90),
      error,
      ...(entries.length > 0 && { entries }),
    };
  });
}
