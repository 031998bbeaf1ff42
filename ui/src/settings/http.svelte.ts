import { httpToken, renewHttpToken, serveHttp, watchHttp } from "../host";
import type { HttpState } from "../host-types";
import { errorText } from "../problem";
import { portOf } from "./port";

/** The state of the HTTP server, with the form that changes it. */
export class Http {
  /** Null until it is loaded. */
  state: HttpState | null = $state.raw(null);
  /** The error of the last change. */
  trouble: string | null = $state(null);
  /** The port in the field; null while it is unchanged. */
  typed: string | null = $state(null);
  /** The reason why the port in the field is invalid. */
  wrongPort: string | null = $state(null);
  /** The token, while it is shown. */
  token: string | null = $state(null);
  /** The token was replaced since the view was opened. */
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

  /** Restores the current port in the field. */
  untype(): void {
    this.typed = null;
    this.wrongPort = null;
  }

  /** Switches the server on or off; returns false if that failed. */
  async serve(on: boolean): Promise<boolean> {
    const port = portOf(this.port);
    if (port === null && on) {
      this.wrongPort = WRONG_PORT;
      return false;
    }
    const chosen = port ?? this.state?.port ?? 0;
    const done = await this.#try(() => serveHttp(on, chosen));
    if (!done) return false;
    if (this.state) this.state = { ...this.state, on, port: chosen };
    if (port !== null) this.typed = null;
    if (!on) this.hideToken();
    return true;
  }

  /** Applies the port in the field. */
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

  /** Returns the token for the clipboard, without keeping it. */
  async tokenToCopy(): Promise<string> {
    let token = "";
    if (!(await this.#try(async () => void (token = await httpToken())))) throw new Error("no token");
    return token;
  }

  /** Replaces the token. Needs the user's consent. */
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
    this.trouble = errorText(reason);
  }
}

const WRONG_PORT = "A port is a whole number from 1024 to 65535. 5673 is a good choice.";
