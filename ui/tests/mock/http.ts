import type { HttpPhase, HttpState } from "../../src/host-types";
import { type Bridge, Feed, problem } from "./bridge";

/** A port that another program has. */
export const TAKEN_PORT = 8080;
/** How long the server takes to start and to end, in milliseconds. */
const TURN = 30;

/** The mocked HTTP server. */
export class MockHttp {
  readonly feed: Feed<HttpState>;
  #made = 1;

  constructor(bridge: Bridge, on: boolean) {
    const port = 5673;
    this.feed = new Feed<HttpState>(bridge, { on, port, phase: on ? listening(port) : { is: "off" } });
  }

  get token(): string {
    return `invented-token-of-the-mocked-shell-${this.#made}`;
  }

  serve(on: boolean, port: number): void {
    if (port < 1024 || port > 65535)
      throw problem("refused", `${port} is no port that can be used.`, "Choose a number from 1024 to 65535.");
    this.feed.tell({ on, port, phase: on ? { is: "starting" } : this.feed.value.phase });
    setTimeout(() => this.feed.tell({ ...this.feed.value, phase: this.#phase() }), TURN);
  }

  renew(): void {
    this.#made++;
  }

  #phase(): HttpPhase {
    const { on, port } = this.feed.value;
    if (!on) return { is: "off" };
    if (port === TAKEN_PORT)
      return {
        is: "failed",
        reason: `Port ${port} is used by another program.`,
        advice: "Choose another port, or end that program.",
      };
    return listening(port);
  }
}

const listening = (port: number): HttpPhase => ({ is: "on", url: `http://127.0.0.1:${port}/mcp` });
