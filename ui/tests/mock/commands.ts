import type * as host from "../../src/host";
import type { Answer, Tools } from "../../src/host-types";
import type { Arguments } from "./bridge";

type Host = typeof host;
/** What the page reads with the server's tools and resources. */
type OfTheServer =
  | "activity"
  | "browse"
  | "changeLibrary"
  | "clearCache"
  | "compareEntries"
  | "contentsOf"
  | "deleteDocument"
  | "documents"
  | "importReports"
  | "keep"
  | "open5eDocuments"
  | "planEncounter"
  | "readEntries"
  | "readEntry"
  | "rollDice"
  | "saveEntry";

/** `watchServer` → `watch_server` */
type SnakeCase<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : S;

/** Every other command of the shell, with an answer of the type that src/host.ts declares. */
export type Commands = {
  [Name in Exclude<keyof Host, OfTheServer> as SnakeCase<Name>]: (
    args: Arguments,
  ) => Awaited<ReturnType<Host[Name]>> | ReturnType<Host[Name]>;
} & { read_resource: (args: Arguments) => unknown };

/** The tools that the page calls, by their arguments. */
export type MockTools = {
  [Name in keyof Tools]: (
    args: Tools[Name]["arguments"],
  ) => Answer<Tools[Name]["value"]> | Promise<Answer<Tools[Name]["value"]>>;
};
