/** How the states of clients and the doings of their files are told. */
import type { Client, ClientAction, ClientState } from "../host-types";

export const STATE_NAMES: Record<ClientState["is"], string> = {
  connected: "Connected",
  stale: "Connected, but stale",
  unreadable: "File unreadable",
  notConnected: "Not connected",
  notInstalled: "Not installed",
};

/** What asks for attention stands first. */
const ORDER: ClientState["is"][] = ["stale", "unreadable", "connected", "notConnected", "notInstalled"];

export const byUse = (a: Client, b: Client): number => ORDER.indexOf(a.state.is) - ORDER.indexOf(b.state.is) || a.name.localeCompare(b.name);

export const ACTION_NAMES: Record<ClientAction, string> = { connect: "Connect", disconnect: "Disconnect", repair: "Repair" };

/** What can be done with a client's file, the most useful first. */
export function actionsOf({ is }: ClientState): ClientAction[] {
  if (is === "notConnected") return ["connect"];
  if (is === "stale") return ["repair", "disconnect"];
  return is === "connected" ? ["disconnect"] : [];
}
