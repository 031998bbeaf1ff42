/** The one file that talks to the shell (src-tauri/src/commands.rs). */
import { Channel, invoke } from "@tauri-apps/api/core";
import type { ServerState } from "./host-types";

/** Calls `seen` with the state of the managed server now and at every change. */
export async function watchServer(seen: (state: ServerState) => void): Promise<void> {
  const channel = new Channel<ServerState>();
  channel.onmessage = seen;
  await invoke("watch_server", { channel });
}

/** Starts the server again where it waits to be restarted or has failed. */
export const restartServer = (): Promise<void> => invoke("restart_server");

/** Asks the server for the library's numbers again. */
export const refreshLibrary = (): Promise<void> => invoke("refresh_library");

/** Ends the server, then the app. */
export const quit = (): Promise<void> => invoke("quit");
