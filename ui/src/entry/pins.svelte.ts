/** An entry that is pinned as a tab. */
export interface Pin {
  uri: string;
  name: string;
  documentKey: string;
}

const KEY = "pins";

function readPins(): Pin[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept)
      ? kept.filter((pin): pin is Pin => typeof pin?.uri === "string" && typeof pin?.name === "string")
      : [];
  } catch {
    return [];
  }
}

/** The pinned entries; they survive a restart. */
export class Pins {
  all: Pin[] = $state.raw(readPins());

  has(uri: string): boolean {
    return this.all.some((pin) => pin.uri === uri);
  }

  /** Pins or unpins an entry. */
  toggle(pin: Pin): void {
    if (this.has(pin.uri)) this.remove(pin.uri);
    else this.#keep([...this.all, pin]);
  }

  remove(uri: string): void {
    this.#keep(this.all.filter((pin) => pin.uri !== uri));
  }

  #keep(pins: Pin[]): void {
    this.all = pins;
    localStorage.setItem(KEY, JSON.stringify(pins));
  }
}
