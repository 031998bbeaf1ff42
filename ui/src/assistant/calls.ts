/** The wording of assistants' calls. */

/** The action of each tool, by the end of its name: the server may add a prefix. */
const ACTIONS: [ending: string, words: string][] = [
  ["lookup_spell", "looked up spells"],
  ["lookup_creature", "looked up creatures"],
  ["lookup_equipment", "looked up equipment"],
  ["lookup_character_option", "looked up character options"],
  ["lookup_rule", "looked up rules"],
  ["search_dnd_content", "searched everything"],
  ["read_entry", "read an entry"],
  ["plan_encounter", "planned an encounter"],
  ["roll", "rolled dice"],
  ["save_entry", "worked on an entry of yours"],
  ["campaign", "used the campaign, pins or notes"],
  ["list_documents", "listed the books"],
  ["library_stats", "read the statistics"],
  ["import_orcbrew", "imported homebrew"],
  ["sync_open5e", "synced with Open5e"],
  ["delete_document", "deleted a book"],
  ["clear_cache", "cleared the cache"],
  ["change_settings", "changed the settings"],
];

/** "guide_list_documents" → "listed the books" */
export const toolText = (tool: string): string => ACTIONS.find(([ending]) => tool.endsWith(ending))?.[1] ?? tool;

const word = (name: string): string => name.replaceAll("_", " ");

function valueWords(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(valueWords).join(", ");
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

/**
 * `{"cr_max":5,"semantic_query":"lives under bridges"}` → [["cr max", "5"], ["semantic query", "lives under
 * bridges"]]; truncated JSON stays as it is.
 */
export function argumentWords(json: string): [name: string, value: string][] {
  try {
    const args: unknown = JSON.parse(json);
    if (typeof args !== "object" || args === null || Array.isArray(args)) return [["", json]];
    return Object.entries(args).map(([name, value]) => [word(name), valueWords(value)]);
  } catch {
    return [["", json]];
  }
}

/** 12.345 → "12 ms", 0.42 → "0.4 ms", 2345 → "2.3 s" */
export function millisecondsText(milliseconds: number): string {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
}
