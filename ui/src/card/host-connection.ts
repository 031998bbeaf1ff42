/**
 * The messages between a card and its host: JSON-RPC 2.0 by `postMessage`, as the MCP Apps specification of
 * 2026-01-26 has them.
 */
import { type Fields, fieldsOf } from "./answer";

/** A request without an answer fails after this time. */
const REQUEST_MS = 15_000;
const METHOD_NOT_FOUND = -32601;

export interface HostConnectionOptions {
  /** Sends a message to the host. */
  post: (message: object) => void;
  /** Receives the host's notifications. */
  notified: (method: string, params: Fields) => void;
  /** Answers a request of the host with a result, or with null if it is unknown. */
  asked: (method: string, params: Fields) => object | null;
}

interface Waiting {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

/** The connection of a card to its host. */
export class HostConnection {
  #options: HostConnectionOptions;
  #waiting = new Map<number, Waiting>();
  #last = 0;

  constructor(options: HostConnectionOptions) {
    this.#options = options;
  }

  notify(method: string, params: object = {}): void {
    this.#options.post({ jsonrpc: "2.0", method, params });
  }

  /** Sends a request and returns its result. It rejects with the host's words, or when no answer comes. */
  request(method: string, params: object, timeoutMs: number = REQUEST_MS): Promise<unknown> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      const late = setTimeout(
        () => this.#settle(id)?.reject(new Error(`${method}: the host does not answer`)),
        timeoutMs,
      );
      const settled = (settle: () => void) => {
        clearTimeout(late);
        settle();
      };
      this.#waiting.set(id, {
        resolve: (result) => settled(() => resolve(result)),
        reject: (error) => settled(() => reject(error)),
      });
      this.#options.post({ jsonrpc: "2.0", id, method, params });
    });
  }

  /** Handles a message from the host; ignores anything that is not JSON-RPC. */
  receive(message: unknown): void {
    const { jsonrpc, id, method, params, result, error } = fieldsOf(message);
    if (jsonrpc !== "2.0") return;
    if (typeof method !== "string") {
      const waiting = this.#settle(id);
      if (error === undefined) waiting?.resolve(result);
      else waiting?.reject(new Error(String(fieldsOf(error).message)));
    } else if (id === undefined) this.#options.notified(method, fieldsOf(params));
    else {
      const answer = this.#options.asked(method, fieldsOf(params));
      const unknown = { error: { code: METHOD_NOT_FOUND, message: `the card does not know ${method}` } };
      this.#options.post({ jsonrpc: "2.0", id, ...(answer ? { result: answer } : unknown) });
    }
  }

  #settle(id: unknown): Waiting | undefined {
    const waiting = this.#waiting.get(id as number);
    this.#waiting.delete(id as number);
    return waiting;
  }
}
