import { compareEntries } from "../host";
import type { Comparison } from "../host-types";
import { errorText } from "../problem";

/** The comparison of the open entry with another. */
export class Comparing {
  /** The address of the other entry. */
  other: string | null = $state(null);
  comparison: Comparison | null = $state.raw(null);
  trouble: string = $state("");

  constructor(uri: () => string) {
    $effect(() => {
      const [first, second] = [uri(), this.other];
      this.comparison = null;
      this.trouble = "";
      if (!second) return;
      let isWanted = true;
      compareEntries(first, second).then(
        (compared) => isWanted && (this.comparison = compared),
        (reason: unknown) => isWanted && (this.trouble = errorText(reason)),
      );
      return () => (isWanted = false);
    });
  }
}
