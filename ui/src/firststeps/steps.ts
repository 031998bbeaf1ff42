/** The first steps, and what shows that they were taken. */
import type { Client, Document } from "../host-types";

/** An assistant's file names the server. */
export const isConnected = (clients: Client[]): boolean => clients.some(({ state }) => state.is === "connected");

/** Something is here beside the bundled SRD and the user's own files. */
export const hasFetched = (documents: Document[]): boolean =>
  documents.some(({ source_api }) => source_api === "open5e_v2" || source_api === "open5e_v1");

/** A file of the user's own was imported. */
export const hasImported = (documents: Document[]): boolean =>
  documents.some((document) => document.import !== undefined);
