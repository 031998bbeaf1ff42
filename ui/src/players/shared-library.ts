/**
 * The library that a game master shares, asked as an assistant asks it: MCP's revision 2026-07-28 over HTTP,
 * without a session.
 */
import { fieldsOf, textOf } from "../card/answer";

const REVISION = "2026-07-28";
const TIMEOUT_MS = 15_000;
const OUTDATED = "This link is no longer valid. Ask your game master for the new one.";
const AWAY =
  "Your game master’s computer does not answer. Are you on the same network, and is the library still shared?";

/** Why a question has no answer, in words for the reader. */
export class SharingProblem extends Error {}

export class SharedLibrary {
  readonly #token: string;
  readonly #version: string;
  #last = 0;

  constructor(token: string, version: string) {
    this.#token = token;
    this.#version = version;
  }

  /** Calls a tool and returns its result. */
  async call(name: string, args: object): Promise<unknown> {
    const meta = {
      "io.modelcontextprotocol/protocolVersion": REVISION,
      "io.modelcontextprotocol/clientInfo": { name: "lorekeeper-players", version: this.#version },
      // With this, answers have what cards show.
      "io.modelcontextprotocol/clientCapabilities": {
        extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } },
      },
    };
    const response = await fetch("/mcp", {
      method: "POST",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        Authorization: `Bearer ${this.#token}`,
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        "MCP-Protocol-Version": REVISION,
        "Mcp-Method": "tools/call",
        "Mcp-Name": name,
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: ++this.#last,
        method: "tools/call",
        params: { name, arguments: args, _meta: meta },
      }),
    }).catch(() => {
      throw new SharingProblem(AWAY);
    });
    if (response.status === 401) throw new SharingProblem(OUTDATED);
    const { result, error } = fieldsOf(await response.json().catch(() => null));
    if (!response.ok || result === undefined) throw new SharingProblem(textOf(fieldsOf(error).message) ?? AWAY);
    return result;
  }
}
