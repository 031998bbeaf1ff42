/** The conditions for the first steps to be complete. */
import { shownState } from "../assistant/client-words";
import type { Client, Document } from "../host-types";

/** An assistant is connected. */
export const isConnected = (clients: Client[]): boolean =>
  clients.some(({ state }) => shownState(state).kind === "connected");

/** The library has documents from Open5e, and not only answers to lookups. */
export const hasFetched = (documents: Document[]): boolean =>
  documents.some(({ source_api, partial }) => (source_api === "open5e_v2" || source_api === "open5e_v1") && !partial);

/** The library has homebrew. */
export const hasImported = (documents: Document[]): boolean =>
  documents.some((document) => document.import !== undefined);
