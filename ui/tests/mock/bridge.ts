import type { Problem } from "../../src/host-types";

type Callback = (value: unknown) => void;
export type Arguments = Record<string, unknown>;
type Commands = (command: string, args: Arguments) => unknown;

/** The object that @tauri-apps/api expects at `window.__TAURI_INTERNALS__`. */
export class Bridge {
  #callbacks = new Map<number, Callback>();
  #next = 1;
  /** Runs the commands. */
  commands: Commands = () => undefined;

  transformCallback = (callback: Callback): number => {
    this.#callbacks.set(this.#next, callback);
    return this.#next++;
  };

  unregisterCallback = (id: number): void => void this.#callbacks.delete(id);

  invoke = async (command: string, args: Arguments = {}): Promise<unknown> => {
    // The page gets a copy, as from the real shell.
    const answer = await this.commands(command, args);
    return answer === undefined ? null : structuredClone(answer);
  };

  send(callback: number, value: unknown): void {
    this.#callbacks.get(callback)?.(value);
  }
}

/** A value that the page can watch. */
export class Feed<T> {
  #watchers: { id: number; sent: number }[] = [];

  constructor(
    private readonly bridge: Bridge,
    public value: T,
  ) {}

  watch(channel: unknown, sendNow = true): void {
    const watcher = { id: (channel as { id: number }).id, sent: 0 };
    this.#watchers.push(watcher);
    if (sendNow) this.#send(watcher);
  }

  publish(value: T): void {
    this.value = value;
    for (const watcher of this.#watchers) this.#send(watcher);
  }

  #send(watcher: { id: number; sent: number }): void {
    this.bridge.send(watcher.id, { index: watcher.sent++, message: structuredClone(this.value) });
  }
}

export const problem = (code: string, message: string, advice = ""): Problem => ({ code, message, advice });
export const after = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));
