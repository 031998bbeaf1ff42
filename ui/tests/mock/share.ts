import type { ShareChoice, ShareState } from "../../src/host-types";
import { type Bridge, Feed } from "./bridge";

/** Time for the sharing to begin. */
const DELAY_MS = 30;
const PLACE = {
  url: "http://192.0.2.7:40123/#invented-token",
  qr_code: ["1010", "0101", "1100", "0011"],
  mcp_url: "http://192.0.2.7:40123/mcp",
  token: "invented-token",
  is_reachable: true,
};

/** The mocked sharing with players. */
export class MockShare {
  readonly feed: Feed<ShareState>;

  constructor(bridge: Bridge) {
    this.feed = new Feed<ShareState>(bridge, { phase: { is: "stopped" }, choice: null, place: null });
  }

  share(choice: ShareChoice | null): void {
    this.feed.publish({ phase: { is: choice ? "starting" : "stopped" }, choice, place: null });
    const phase = { is: "running" } as const;
    if (choice) setTimeout(() => this.feed.publish({ phase, choice, place: PLACE }), DELAY_MS);
  }
}
