/** How long a browser may take for one step, in milliseconds: the machine may be compiling something, too. */
export const BUSY_MS = 120_000;
