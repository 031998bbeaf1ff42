/** The real server with its own library, called as the window calls it. */
import { type ChildProcessWithoutNullStreams, execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import type { Answer, BrowseArguments, Browsed, WholeEntry } from "../../src/host-types";
import { BUILT, copyStarterLibrary, PROGRAM, ROOT, settingsIn } from "./starter";

const REPLAY = join(BUILT, "open5e-replay");
const HOMEBREW = join(ROOT, "tests", "fixtures", "orcbrew", "whole-library.orcbrew");
/** The number of parallel requests. */
const AT_ONCE = 32;

const run = promisify(execFile);

/** A replay of Open5e, until it is closed. */
async function replay(): Promise<{ address: string; close: () => void }> {
  const process = spawn(REPLAY);
  for await (const line of createInterface(process.stdout))
    return { address: line.replace("listening on ", ""), close: () => process.stdin.end() };
  throw new Error("the replay of Open5e does not start");
}

interface Answered {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}
interface Message {
  id?: number;
  result?: unknown;
  error?: { message: string };
}
interface Envelope {
  success: boolean;
  value: unknown;
  error?: string;
}

/** A client as it introduces itself. */
interface Client {
  clientInfo: { name: string; version: string };
  capabilities: object;
}
const WINDOW: Client = { clientInfo: { name: "lorekeeper", version: "1" }, capabilities: {} };

/** A temporary library with its server. */
export class LibraryServer {
  readonly #folder = mkdtempSync(join(tmpdir(), "lorekeeper-entries-"));
  readonly #answers = new Map<number, Answered>();
  #process: ChildProcessWithoutNullStreams | undefined;
  #last = 0;

  /**
   * Fills the library with the starter, and optionally with all of Open5e and a homebrew book, and starts the
   * server.
   */
  static async start(content: "starter" | "full", client: Client = WINDOW): Promise<LibraryServer> {
    const server = new LibraryServer();
    copyStarterLibrary(server.#folder);
    if (content === "full") {
      const open5e = await replay();
      await server.#run(["sync"], { LOREKEEPER_OPEN5E_URL: open5e.address }).finally(open5e.close);
      await server.#run(["import", HOMEBREW]);
    }
    server.#listen(client);
    return server;
  }

  /** Returns the address of every entry. */
  async uris(): Promise<string[]> {
    const uris: string[] = [];
    for (let total = 1; uris.length < total;) {
      const page: BrowseArguments = { offset: uris.length, limit: 200, fold: false };
      const found = (await this.#call("guide_browse_entries", page)) as Answer<Browsed>["value"];
      uris.push(...found.entries.map(({ uri }) => uri));
      total = found.total;
    }
    return uris;
  }

  /** Reads entries in parallel and checks each. */
  async readAll(uris: string[], look: (whole: WholeEntry) => void): Promise<void> {
    const rest = [...uris];
    const reader = async () => {
      for (let uri = rest.pop(); uri !== undefined; uri = rest.pop())
        look((await this.#call("guide_read_entry", { uri })) as WholeEntry);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, reader));
  }

  close(): void {
    this.#process?.stdin.end();
    // Another server of the test may still be closing the library.
    this.#process?.once("exit", () => rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10 }));
  }

  /** The settings of a server on this library. */
  settings(): Record<string, string> {
    return settingsIn(this.#folder);
  }

  #environment(more: Record<string, string> = {}) {
    return { ...process.env, ...this.settings(), ...more };
  }

  async #run(given: string[], more?: Record<string, string>): Promise<void> {
    await run(PROGRAM, given, { env: this.#environment(more), maxBuffer: 1 << 26 });
  }

  #listen({ clientInfo, capabilities }: Client): void {
    const process = spawn(PROGRAM, ["serve"], { env: this.#environment() });
    this.#process = process;
    createInterface(process.stdout).on("line", (line) => {
      const { id = -1, result, error } = JSON.parse(line) as Message;
      const answered = this.#answers.get(id);
      this.#answers.delete(id);
      if (error) answered?.reject(new Error(error.message));
      else answered?.resolve(result);
    });
    const params = { protocolVersion: "2025-11-25", capabilities, clientInfo };
    this.#send({ id: 0, method: "initialize", params });
    this.#send({ method: "notifications/initialized" });
  }

  /** Sends a request and returns its result. */
  request(method: string, params: object): Promise<unknown> {
    const id = ++this.#last;
    const answered = new Promise((resolve, reject) => this.#answers.set(id, { resolve, reject }));
    this.#send({ id, method, params });
    return answered;
  }

  async #call(name: string, given: object): Promise<unknown> {
    const result = await this.request("tools/call", { name, arguments: given });
    const { success, value, error } = (result as { structuredContent: Envelope }).structuredContent;
    if (!success) throw new Error(`${name} ${JSON.stringify(given)}: ${error}`);
    return value;
  }

  #send(message: object): void {
    this.#process?.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }
}
