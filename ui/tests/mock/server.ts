import type { ServerState, Stats, Tool } from "../../src/host-types";
import type { MockEntry } from "./content";
import { NOTHING_KEPT } from "./kept";
import { LIBRARY } from "./paths";

/** The tools that only the window is offered. */
const OF_THE_WINDOW = ["guide_clear_cache", "guide_change_settings"];

const tool = (name: string, title: string, summary: string, readOnly = true): Tool => ({
  name,
  title,
  summary,
  readOnly,
  ofTheWindow: OF_THE_WINDOW.includes(name),
});

const TOOLS: Tool[] = [
  tool("lookup_spell", "Look up spells", "Finds spells by name, by what they do, or by level, school and class."),
  tool(
    "lookup_creature",
    "Look up creatures",
    "Finds creatures by name, by what they do, or by challenge rating and type.",
  ),
  tool("lookup_equipment", "Look up equipment", "Finds weapons, armor, gear and magic items."),
  tool("lookup_character_option", "Look up character options", "Finds classes, races, backgrounds and feats."),
  tool("lookup_rule", "Look up rules", "Finds rules and conditions."),
  tool("search_dnd_content", "Search everything", "Searches every entry by words and by meaning."),
  tool("guide_list_documents", "List documents", "Lists the documents of the library."),
  tool("guide_library_stats", "Library statistics", "Returns the library in numbers."),
  tool("guide_campaign", "Campaign, pins and notes", "Reads or changes what the user keeps for the table.", false),
  tool("guide_import_orcbrew", "Import homebrew", "Imports an OrcBrew file.", false),
  tool("guide_sync_open5e", "Fetch content from Open5e", "Fetches documents of Open5e.", false),
  tool("guide_delete_document", "Delete a document", "Deletes a document for good.", false),
  tool("guide_clear_cache", "Clear the cache", "Clears the cached answers of Open5e.", false),
  tool(
    "guide_change_settings",
    "Change the library's settings",
    "Changes offline mode and whether calls are recorded.",
    false,
  ),
];

export function makeStatistics(library: MockEntry[], documents: number, offline: boolean): Stats {
  const kinds: Record<string, number> = {};
  for (const { row } of library) kinds[row.kind] = (kinds[row.kind] ?? 0) + 1;
  const entries = library.length;
  const toEmbed = Math.min(37, entries);
  return {
    home: LIBRARY,
    entries,
    documents,
    kinds,
    indexed_entries: entries,
    changes_to_index: 0,
    database_bytes: 9_420_800 + entries * 900,
    index_bytes: 2_211_840,
    semantic_search: entries ? "ready: all-MiniLM-L6-v2 is in memory" : "unavailable: the model is not there",
    embedded_entries: entries - toEmbed,
    entries_to_embed: toEmbed,
    embedded_passages: 3 * (entries - toEmbed),
    model_use: { queries: 12, passages: 90, model_loads: 1 },
    notes_calls: true,
    last_calls: [],
    sqlite_version: "3.51.3",
    cache: { questions: 214, fresh: 180, stale: 31, failures: 3, hits: 1260, misses: 44, offline },
  };
}

export const running = (statistics: Stats): ServerState => ({
  phase: { is: "running" },
  crashes: 1,
  identity: { name: "lorekeeper-mcp", version: "0.1.0", protocol: "2025-11-25", pid: 48211 },
  tools: TOOLS,
  statistics,
  kept: NOTHING_KEPT,
  trouble: null,
});

export const failed = (): ServerState => ({
  phase: {
    is: "failed",
    reason:
      "lorekeeper-mcp ended three times within a minute: the library is of a newer version (schema 9, this program knows 8).",
    advice: "Install the newest LoreKeeper, then start the server again.",
  },
  crashes: 3,
  identity: null,
  tools: [],
  statistics: null,
  kept: null,
  trouble: "The server does not answer.",
});
