import { watchServer } from "./host";
import type { ServerState } from "./host-types";

const BEFORE_FIRST_WORD: ServerState = {
  phase: { is: "starting" },
  crashes: 0,
  identity: null,
  tools: [],
  statistics: null,
  trouble: null,
};

/** The managed server as the window knows it, kept up to date from the shell. */
export class Server {
  state: ServerState = $state.raw(BEFORE_FIRST_WORD);
  /** Now, once a second; for durations. */
  now: number = $state(Date.now());

  constructor() {
    setInterval(() => (this.now = Date.now()), 1000);
    watchServer((state) => (this.state = state)).catch((reason: unknown) => {
      this.state = {
        ...BEFORE_FIRST_WORD,
        phase: { is: "failed", reason: String(reason), advice: "Quit LoreKeeper and start it again." },
      };
    });
  }

  get isRunning(): boolean {
    return this.state.phase.is === "running";
  }

  /** It has ended and waits to be started, or has failed. */
  get waits(): boolean {
    return this.state.phase.is === "restarting" || this.state.phase.is === "failed";
  }

  /** Milliseconds since the server began to answer, or null while it does not. */
  get uptime(): number | null {
    const phase = this.state.phase;
    return phase.is === "running" ? Math.max(0, this.now - phase.sinceMs) : null;
  }
}
