import type { HttpState } from "../host-types";

/** A word for the panel's head. */
export function stateWord({ on, phase }: HttpState): string {
  if (!on) return phase.is === "off" ? "off" : "being switched off";
  const words = {
    off: "starting",
    starting: "starting",
    on: "on",
    restarting: "being started again",
    failed: "failed",
  };
  return words[phase.is];
}

/** The state in a sentence or two, for the eye and for screen readers. */
export function stateText({ on, phase }: HttpState): string {
  if (!on) return phase.is === "off" ? "" : "It is being switched off.";
  if (phase.is === "on") return "Programs on this computer can connect.";
  if (phase.is === "failed") return `${phase.reason} ${phase.advice}`;
  if (phase.is === "restarting") return `${phase.reason} It is being started again.`;
  return "It is starting.";
}

/** What is pasted into a program's file. */
export const snippetOf = (url: string, token: string): string =>
  JSON.stringify(
    { mcpServers: { lorekeeper: { type: "http", url, headers: { Authorization: `Bearer ${token}` } } } },
    null,
    2,
  );

/** Stands where the token is not shown; its length says nothing. */
export const HIDDEN_TOKEN = "••••••••••••";
