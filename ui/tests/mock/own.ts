import type { Answer, EntryArguments, FormField, Kind, OwnEntry, Saved } from "../../src/host-types";
import type { MockEntry } from "./content";

/** A field of each type of input. */
const FORM: FormField[] = [
  { name: "size", label: "Size", input: "words", choices: ["Small", "Large"], example: "Large" },
  { name: "hit_points", label: "Hit points", input: "number", min: 1, max: 2000, example: "45" },
  { name: "hit_dice", label: "Hit dice", input: "dice", example: "6d8+18" },
  { name: "challenge_rating", label: "Challenge rating", input: "rating", example: "1/4" },
  { name: "cost_gp", label: "Cost", input: "amount", example: "15" },
  { name: "ritual", label: "Ritual", input: "flag", example: "true" },
  { name: "school", label: "School", input: "choice", choices: ["Abjuration", "Evocation"], example: "Evocation" },
  { name: "classes", label: "Classes", input: "list", example: '["Wizard"]' },
  { name: "skills", label: "Skills", input: "bonuses", choices: ["Stealth"], example: '{"Stealth": 4}' },
  { name: "ability_scores", label: "Ability scores", input: "scores", example: '{"strength": 14, …}' },
  { name: "higher_level", label: "With a higher slot", input: "paragraphs", example: "More …" },
  { name: "actions", label: "Actions", input: "parts", example: '[{"name": "Bite", "text": "…"}]' },
];
const URI = "lore://entry/my-entries/creature/jam-bee";

/** Answers as the server's tool does, for fields of every type of input. */
export function saveEntry(library: MockEntry[], request: EntryArguments): Answer<Saved> {
  if (request.delete ?? request.undo) return { value: { stored: true, replaces: true }, message: null };
  const base = library.find(({ row }) => row.uri === (request.copy_of ?? request.change));
  const shown = base ?? library.find(({ row }) => row.kind === "creature");
  const written: OwnEntry = {
    kind: (request.kind ?? base?.row.kind ?? "creature") as Kind,
    name: request.name ?? base?.row.name ?? (request.stat_block ? "Jam Bee" : ""),
    fields: { ...(base ? { hit_points: 7 } : {}), ...request.fields },
    text: request.text ?? "",
  };
  const problems = [];
  if (!written.name) problems.push({ field: "name", problem: "give a name with letters." });
  if (Number(written.fields["hit_points"] ?? 1) < 1)
    problems.push({ field: "hit_points", problem: "`0` is not valid; give a whole number from 1 to 2000." });
  const stored = request.preview === false && problems.length === 0;
  const size = written.fields["size"];
  const description = `*${typeof size === "string" ? size : "Tiny"} beast*\n\n${written.text}`;
  const value: Saved = { stored, uri: base?.row.uri ?? URI, replaces: false, problems, form: FORM, written };
  if (shown) value.entry = { ...shown.whole.entry, name: written.name, description };
  value.warnings = written.fields["actions"] ? [] : ["Other entries of this kind also have: actions."];
  return { value, message: null };
}
