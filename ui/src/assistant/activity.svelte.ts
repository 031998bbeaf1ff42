import { activity } from "../host";
import type { ToolCall } from "../host-types";
import { errorText } from "../problem";

/** Interval between two requests for the activity while it is visible. */
const POLL_INTERVAL_MS = 2000;

/** A call with a key that stays when newer calls arrive. */
export interface Row {
  key: string;
  call: ToolCall;
}

function rowsOf(calls: ToolCall[]): Row[] {
  const times = new Map<string, number>();
  const rows = calls.toReversed().map((call) => {
    const text = `${call.at} ${call.client} ${call.tool} ${call.arguments}`;
    const before = times.get(text) ?? 0;
    times.set(text, before + 1);
    return { key: `${text} ${before}`, call };
  });
  return rows.reverse();
}

/** The last calls of assistants, kept up to date while the window is visible. */
export class Activity {
  /** Newest first; null until they are loaded. */
  rows: Row[] | null = $state.raw(null);
  trouble: string | null = $state(null);
  #shown = "";

  /** Requests the calls regularly until the returned function is called. */
  watch(): () => void {
    const load = () => {
      if (!document.hidden) void this.#load();
    };
    load();
    const timer = setInterval(load, POLL_INTERVAL_MS);
    document.addEventListener("visibilitychange", load);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", load);
    };
  }

  async #load(): Promise<void> {
    try {
      const calls = await activity();
      this.trouble = null;
      // Without new calls nothing is redrawn.
      const text = JSON.stringify(calls);
      if (text === this.#shown) return;
      this.#shown = text;
      this.rows = rowsOf(calls);
    } catch (reason) {
      this.trouble = errorText(reason);
    }
  }
}
