import type { Answer, EncounterAnswer, EncounterArguments, EncounterCreature } from "../../src/host-types";
import type { MockEntry } from "./content";
import { problem } from "./bridge";

const XP = 100;

/** Answers as the server's tool does, with 100 XP for every creature. */
export function planEncounter(library: MockEntry[], request: EncounterArguments): Answer<EncounterAnswer> {
  const size = request.levels?.length ?? 0;
  const creatures = library.filter((entry) => entry.row.kind === "creature");
  const member = ({ row }: MockEntry, count: number): EncounterCreature => ({
    count,
    name: row.name,
    challenge_rating: "1/2",
    xp: XP,
    document_key: row.document_key,
    document_name: row.document_name,
    edition: row.edition,
    uri: row.uri,
  });
  const rated = (members: EncounterCreature[]): EncounterAnswer["encounters"][number] => {
    const total = members.reduce((sum, { count }) => sum + count * XP, 0);
    return {
      creatures: members,
      total_xp: total,
      sum: `${members.map(({ count }) => `${count} × ${XP}`).join(" + ")} = ${total} XP`,
      xp_per_character: Math.floor(total / size),
      difficulty: total <= 200 ? "low" : total <= 300 ? "moderate" : total <= 400 ? "high" : "beyond_high",
      notes: total > 400 ? ["More than the party can bear."] : [],
      markdown: `## Encounter\n\n${members.map(({ count, name }) => `- ${count} ${name}`).join("\n")}\n`,
    };
  };
  const value: EncounterAnswer = {
    party: `${size} characters`,
    budgets: [
      { difficulty: "low", xp: 200, sum: `${size} × 50 = 200 XP` },
      { difficulty: "moderate", xp: 300, sum: `${size} × 75 = 300 XP` },
      { difficulty: "high", xp: 400, sum: `${size} × 100 = 400 XP` },
    ],
    encounters: [],
  };
  if (request.creatures) {
    const members = request.creatures.flatMap((text) => {
      const [count, uri] = text.split(" ");
      const found = creatures.find((entry) => entry.row.uri === uri);
      return found ? [member(found, Number(count))] : [];
    });
    if (members.length > 0) value.encounters = [rated(members)];
  } else if (request.type === "sandwich") {
    throw problem("invalid_arguments", "no creature fits: without `type` (`sandwich`), 12 creatures are left", "");
  } else {
    const at = request.seed ?? 0;
    value.encounters = [rated(creatures.slice(at, at + 1).map((entry) => member(entry, 3)))];
    value.encounters.push(rated(creatures.slice(at + 1, at + 3).map((entry) => member(entry, 1))));
  }
  return { value, message: null };
}
