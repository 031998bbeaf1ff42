import { keep } from "../host";
import type { Pin } from "../host-types";
import type { Server } from "../server.svelte";

/** The pinned entries, which the library keeps; the assistant sees them as well. */
export class Pins {
  #server: Server;

  constructor(server: Server) {
    this.#server = server;
  }

  get all(): Pin[] {
    return this.#server.state.kept?.pins ?? [];
  }

  has(uri: string): boolean {
    return this.all.some((pin) => pin.uri === uri);
  }

  /** Pins or unpins an entry. */
  async toggle(uri: string): Promise<void> {
    await keep(this.has(uri) ? { unpin: [uri] } : { pin: [uri] });
  }

  async remove(uri: string): Promise<void> {
    await keep({ unpin: [uri] });
  }

  /** Moves a pin by one place: -1 to the left, 1 to the right. */
  async move(uri: string, by: -1 | 1): Promise<void> {
    const uris = this.all.map((pin) => pin.uri);
    const from = uris.indexOf(uri);
    const to = from + by;
    if (from < 0 || to < 0 || to >= uris.length) return;
    uris.splice(from, 1);
    uris.splice(to, 0, uri);
    await keep({ unpin: uris, pin: uris });
  }
}
