import { watchServer } from "./host";
import type { ServerState } from "./host-types";

const BEFORE_FIRST_WORD: ServerState = {
  phase: { is: "starting" },
  crashes: 0,
  identity: null,
  tools: [],
  statistics: null,
  kept: null,
  trouble: null,
};

/** The state of the managed server, kept up to date by the shell. */
export class Server {
  state: ServerState = $state.raw(BEFORE_FIRST_WORD);
  /** The current time, once a second; for durations. */
  now: number = $state(Date.now());

  constructor() {
    setInterval(() => (this.now = Date.now()), 1000);
    watchServer((state) => (this.state = state)).catch((reason: unknown) => {
      this.state = {
        ...BEFORE_FIRST_WORD,
        phase: { is: "failed", reason: String(reason), advice: "Quit and restart LoreKeeper." },
      };
    });
  }

  get isRunning(): boolean {
    return this.state.phase.is === "running";
  }

  /** The server has ended and is to be restarted, or has failed. */
  get isDown(): boolean {
    return this.state.phase.is === "restarting" || this.state.phase.is === "failed";
  }
}
