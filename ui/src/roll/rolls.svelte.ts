import type { DicePiece } from "../entry/markdown";
import { rollDice } from "../host";
import type { Rolled } from "../host-types";
import { errorText } from "../problem";

/** A roll, or the reason why there is none. */
export interface Roll {
  dice: DicePiece;
  rolled: Rolled | null;
  trouble: string;
}

/** The roll that the window shows. */
export class Rolls {
  shown: Roll | null = $state.raw(null);
  #turn = 0;

  /** Rolls dice; of several that are rolled at once, the last is shown. */
  async roll(dice: DicePiece): Promise<void> {
    const turn = ++this.#turn;
    const roll = await rollDice(dice.text.replaceAll(",", "")).then(
      (rolled) => ({ dice, rolled, trouble: "" }),
      (reason: unknown) => ({ dice, rolled: null, trouble: errorText(reason) }),
    );
    if (turn === this.#turn) this.shown = roll;
  }

  hide(): void {
    this.#turn++;
    this.shown = null;
  }
}
