/** The ports that the user may choose, as in the shell. */
const FIRST_PORT = 1024;
const LAST_PORT = 65535;

/** " 5673 " → 5673; null for an invalid port. */
export function portOf(typed: string): number | null {
  if (!/^\d{1,5}$/.test(typed.trim())) return null;
  const port = Number(typed);
  return port >= FIRST_PORT && port <= LAST_PORT ? port : null;
}
