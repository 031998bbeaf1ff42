import type { Problem } from "./host-types";

/** Returns the problem that a command was rejected with, or one that describes another error. */
export function asProblem(reason: unknown): Problem {
  if (typeof reason === "object" && reason !== null && "message" in reason) {
    const { code, message, advice } = reason as Partial<Problem>;
    return { code: code ?? "unknown", message: String(message), advice: advice ?? "" };
  }
  return { code: "unknown", message: String(reason), advice: "" };
}

/** "It failed. Do this." */
export const problemText = ({ message, advice }: Problem): string => [message, advice].filter(Boolean).join(" ");

/** Describes an error in sentences for the user, with quotation marks as in print. */
export const errorText = (reason: unknown): string => problemText(asProblem(reason)).replaceAll(/`([^`]*)`/g, "“$1”");
