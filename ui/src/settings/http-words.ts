import type { HttpState } from "../host-types";
import { PHASE_NAMES } from "../words";

/** A word for the panel's header. */
export function stateWord({ on, phase }: HttpState): string {
  if (!on) return phase.is === "stopped" ? "off" : "stopping";
  if (phase.is === "running") return "on";
  return phase.is === "stopped" ? "starting" : PHASE_NAMES[phase.is];
}

/** The state in a sentence or two; screen readers announce it. */
export function stateText({ on, phase }: HttpState): string {
  if (!on) return phase.is === "stopped" ? "" : "Stopping…";
  if (phase.is === "running") return "Programs on this computer can connect.";
  if (phase.is === "failed") return `${phase.reason} ${phase.advice}`;
  return phase.is === "restarting" ? `${phase.reason} Restarting…` : "Starting…";
}

/** The settings to paste into a program's file. */
export const snippetOf = (url: string, token: string): string =>
  JSON.stringify(
    { mcpServers: { lorekeeper: { type: "http", url, headers: { Authorization: `Bearer ${token}` } } } },
    null,
    2,
  );

/** A placeholder for a hidden token, of constant length. */
export const HIDDEN_TOKEN = "••••••••••••";
