import { activity } from "../host";
import type { ToolCall } from "../host-types";
import { troubleOf } from "../jobs/problem";

/** How often the activity is asked for while someone looks at it. */
const EVERY_MS = 2000;

/** A call, and a name for it that stays when others come before it. */
export interface Row {
  key: string;
  call: ToolCall;
}

function rowsOf(calls: ToolCall[]): Row[] {
  const times = new Map<string, number>();
  const rows = calls.toReversed().map((call) => {
    const told = `${call.at} ${call.client} ${call.tool} ${call.arguments}`;
    const before = times.get(told) ?? 0;
    times.set(told, before + 1);
    return { key: `${told} ${before}`, call };
  });
  return rows.reverse();
}

/** What the assistants asked last, kept up to date while the window is seen. */
export class Activity {
  /** Newest first; null until it was told. */
  rows: Row[] | null = $state.raw(null);
  trouble: string | null = $state(null);
  #told = "";

  /** Asks now and again until what is given back is called. */
  watch(): () => void {
    const ask = () => {
      if (!document.hidden) void this.#ask();
    };
    ask();
    const timer = setInterval(ask, EVERY_MS);
    document.addEventListener("visibilitychange", ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }

  async #ask(): Promise<void> {
    try {
      const calls = await activity();
      this.trouble = null;
      // Nothing is drawn anew when nothing was asked.
      const told = JSON.stringify(calls);
      if (told === this.#told) return;
      this.#told = told;
      this.rows = rowsOf(calls);
    } catch (reason) {
      this.trouble = troubleOf(reason);
    }
  }
}
