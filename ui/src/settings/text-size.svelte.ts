/** The size of text in all windows, as a percentage; kept by the page, and there before the first paint. */
const KEY = "text-size";
const DEFAULT = 100;
/** The sizes to choose from. */
export const SIZES: readonly number[] = [85, 100, 115, 130, 150, 175, 200];

export class TextSize {
  percent: number = $state(DEFAULT);

  constructor() {
    this.#apply(Number(localStorage.getItem(KEY)));
    addEventListener("storage", ({ key, newValue }) => key === KEY && this.#apply(Number(newValue)));
  }

  set(percent: number): void {
    localStorage.setItem(KEY, String(percent));
    this.#apply(percent);
  }

  /** Makes text larger for 1, smaller for -1, and of its normal size for 0. */
  step(by: -1 | 0 | 1): void {
    const next = by === 0 ? DEFAULT : SIZES[SIZES.indexOf(this.percent) + by];
    if (next !== undefined) this.set(next);
  }

  #apply(percent: number): void {
    this.percent = SIZES.includes(percent) ? percent : DEFAULT;
    document.documentElement.style.fontSize = `${this.percent}%`;
    // Lists measure their rows.
    dispatchEvent(new Event("resize"));
  }
}
