import type { HttpState, Phase } from "../../src/host-types";
import { type Bridge, Feed, problem } from "./bridge";

/** A port that another program uses. */
export const TAKEN_PORT = 8080;
/** Time for the server to start or stop. */
const DELAY_MS = 30;

/** The mocked HTTP server. */
export class MockHttp {
  readonly feed: Feed<HttpState>;
  #made = 1;

  constructor(bridge: Bridge, on: boolean) {
    const port = 5673;
    this.feed = new Feed<HttpState>(bridge, stateOf(on, port));
  }

  get token(): string {
    return `invented-token-of-the-mocked-shell-${this.#made}`;
  }

  serve(on: boolean, port: number): void {
    if (port < 1024 || port > 65535)
      throw problem("refused", `Port ${port} cannot be used.`, "Choose a number from 1024 to 65535.");
    this.feed.publish({ on, port, url: null, phase: on ? { is: "starting" } : this.feed.value.phase });
    setTimeout(() => this.feed.publish(stateOf(on, port)), DELAY_MS);
  }

  renew(): void {
    this.#made++;
  }
}

function stateOf(on: boolean, port: number): HttpState {
  const isTaken = on && port === TAKEN_PORT;
  return {
    on,
    port,
    url: on && !isTaken ? `http://127.0.0.1:${port}/mcp` : null,
    phase: isTaken ? TAKEN : on ? { is: "running" } : { is: "stopped" },
  };
}

const TAKEN: Phase = {
  is: "failed",
  reason: `Port ${TAKEN_PORT} is used by another program.`,
  advice: "Choose another port, or quit that program.",
};
