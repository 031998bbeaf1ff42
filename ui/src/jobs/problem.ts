import type { Problem } from "../host-types";

/** What a command was rejected with, as a problem: the shell's own, or one made of what was thrown. */
export function asProblem(reason: unknown): Problem {
  if (typeof reason === "object" && reason !== null && "message" in reason) {
    const { code, message, advice } = reason as Partial<Problem>;
    return { code: code ?? "unknown", message: String(message), advice: advice ?? "" };
  }
  return { code: "unknown", message: String(reason), advice: "" };
}

/** "It failed. Do this." */
export const problemText = ({ message, advice }: Problem): string => [message, advice].filter(Boolean).join(" ");

/** What was thrown, as a sentence for people. */
export const troubleOf = (reason: unknown): string => problemText(asProblem(reason));
