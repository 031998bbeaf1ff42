import type * as host from "../../src/host";
import type { Arguments } from "./bridge";

type Host = typeof host;

/** `readEntry` → `read_entry` */
type SnakeCase<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : S;

/** Every command of the shell, with an answer of the type that src/host.ts declares. */
export type Commands = {
  [Name in keyof Host as SnakeCase<Name>]: (
    args: Arguments,
  ) => Awaited<ReturnType<Host[Name]>> | ReturnType<Host[Name]>;
};
