import type { Rolled, RolledTerm } from "../../src/host-types";
import { problem } from "./bridge";

/** Answers as the server's tool does, with a 2 on every die. */
export function rollDice(dice: string): Rolled {
  const plain = dice.replaceAll(/\s/g, "").replaceAll(/[−–]/g, "-").replaceAll("×", "x");
  const terms = [...plain.matchAll(/([+-]?)(?:(\d*)d(?:\d+|%)(?:x(\d+))?|(\d+))/g)].map(
    ([term, sign, count, factor, number]): RolledTerm => {
      const faces = number ? undefined : Array.from({ length: Number(count || 1) }, () => 2);
      const sum = faces ? 2 * faces.length * Number(factor ?? 1) : Number(number);
      return { term: term.replace("+", ""), faces, sum: sign === "-" ? -sum : sum };
    },
  );
  if (terms.map(({ term }) => term).join("") === "") {
    throw problem("invalid_arguments", `\`${dice}\` is not dice; write for example 2d6+3`);
  }
  return { total: terms.reduce((total, { sum }) => total + sum, 0), terms, seed: 2 };
}
