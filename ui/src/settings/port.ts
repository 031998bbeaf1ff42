/** The ports that may be chosen; those below are the system's. The shell has the same. */
const FIRST = 1024;
const LAST = 65535;

/** " 5673 " → 5673; null for what is no port that may be chosen. */
export function portOf(typed: string): number | null {
  if (!/^\d{1,5}$/.test(typed.trim())) return null;
  const port = Number(typed);
  return port >= FIRST && port <= LAST ? port : null;
}
