/** The wording of the states of clients and of the actions on their files. */
import type { ClientAction, ClientState } from "../host-types";

export const STATE_NAMES: Record<ClientState["is"], string> = {
  connected: "Connected",
  stale: "Needs repair",
  unreadable: "File unreadable",
  notConnected: "Not connected",
  notInstalled: "Not installed",
};

export const ACTION_NAMES: Record<ClientAction, string> = {
  connect: "Connect",
  disconnect: "Disconnect",
  repair: "Repair",
};

/** The actions on a client's file, the most useful first. */
export function actionsOf({ is }: ClientState): ClientAction[] {
  if (is === "notConnected") return ["connect"];
  if (is === "stale") return ["repair", "disconnect"];
  return is === "connected" ? ["disconnect"] : [];
}
