import { activity } from "../host";
import type { Call } from "../host-types";
import { troubleOf } from "../jobs/problem";

/** How often the activity is asked for while someone looks at it. */
const EVERY_MS = 2000;

/** What the assistants asked last, kept up to date while the window is seen. */
export class Activity {
  /** Newest first; null until it was told. */
  calls: Call[] | null = $state.raw(null);
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
      this.calls = calls;
    } catch (reason) {
      this.trouble = troubleOf(reason);
    }
  }
}
