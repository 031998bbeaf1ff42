/** How the states of clients and the doings of their files are told. */
import type { ClientAction, ClientState } from "../host-types";

export const STATE_NAMES: Record<ClientState["is"], string> = {
  connected: "Connected",
  stale: "Connected, but stale",
  unreadable: "File unreadable",
  notConnected: "Not connected",
  notInstalled: "Not installed",
};

export const ACTION_NAMES: Record<ClientAction, string> = {
  connect: "Connect",
  disconnect: "Disconnect",
  repair: "Repair",
};

/** What can be done with a client's file, the most useful first. */
export function actionsOf({ is }: ClientState): ClientAction[] {
  if (is === "notConnected") return ["connect"];
  if (is === "stale") return ["repair", "disconnect"];
  return is === "connected" ? ["disconnect"] : [];
}
