import { httpToken, renewHttpToken, serveHttp, watchHttp } from "../host";
import type { HttpState } from "../host-types";
import { troubleOf } from "../jobs/problem";
import { portOf } from "./port";

/** The server for programs that want an address, as the shell tells of it. */
export class Http {
  /** Null until the shell has told it. */
  state: HttpState | null = $state.raw(null);
  /** Why it could not be read or changed, if so. */
  trouble: string | null = $state(null);
  /** The port as it is being typed; null while it is the chosen one. */
  typed: string | null = $state(null);
  /** Why the port that was typed cannot be used. */
  wrongPort: string | null = $state(null);
  /** The token, while its user looks at it. */
  token: string | null = $state(null);
  /** Whether a new token was made since the view was opened. */
  renewed = $state(false);

  readonly port: string = $derived(this.typed ?? this.state?.port.toString() ?? "");
  readonly isTyped: boolean = $derived(this.typed !== null && this.typed.trim() !== this.state?.port.toString());

  constructor() {
    watchHttp((state) => (this.state = state)).catch((reason: unknown) => this.#fail(reason));
  }

  type(port: string): void {
    this.typed = port;
    this.wrongPort = null;
  }

  /** Takes back what was typed. */
  untype(): void {
    this.typed = null;
    this.wrongPort = null;
  }

  /** Switches it on or off. False when it is left as it was, because of the port or otherwise. */
  async serve(on: boolean): Promise<boolean> {
    const port = portOf(this.port);
    if (port === null && on) {
      this.wrongPort = WRONG_PORT;
      return false;
    }
    const wanted = port ?? this.state?.port ?? 0;
    const done = await this.#try(() => serveHttp(on, wanted));
    if (!done) return false;
    if (this.state) this.state = { ...this.state, on, port: wanted };
    if (port !== null) this.typed = null;
    if (!on) this.hideToken();
    return true;
  }

  /** Takes the port that was typed. */
  async usePort(): Promise<void> {
    if (portOf(this.port) === null) this.wrongPort = WRONG_PORT;
    else await this.serve(this.state?.on ?? false);
  }

  async showToken(): Promise<void> {
    await this.#try(async () => {
      this.token = await httpToken();
    });
  }

  hideToken(): void {
    this.token = null;
  }

  /** The token for the clipboard; it is not kept. */
  async tokenToCopy(): Promise<string> {
    let token = "";
    if (!(await this.#try(async () => void (token = await httpToken())))) throw new Error("no token");
    return token;
  }

  /** Makes another token; its user must have said so. */
  async renewToken(): Promise<void> {
    this.hideToken();
    this.renewed = await this.#try(renewHttpToken);
  }

  async #try(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      this.trouble = null;
      return true;
    } catch (reason) {
      this.#fail(reason);
      return false;
    }
  }

  #fail(reason: unknown): void {
    this.trouble = troubleOf(reason);
  }
}

const WRONG_PORT = "A port is a whole number from 1024 to 65535. 5673 is a good choice.";
