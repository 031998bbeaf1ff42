import { activity, applyPlan, clients, planClient, testClient, undoClient } from "../host";
import type { Client, ClientAction, ClientId, ClientPlan, ClientTest } from "../host-types";
import { errorText } from "../problem";
import { lastSeen, shownState } from "./client-words";

/** A change to a client's file that the user is asked to confirm. */
export interface Planned {
  client: Client;
  action: ClientAction;
  plan: ClientPlan;
}

/** The assistants' programs on this computer, with the state of their files. */
export class Clients {
  /** Null until they are loaded. */
  all: Client[] | null = $state.raw(null);
  trouble: string | null = $state(null);
  planned: Planned | null = $state.raw(null);
  /** The client whose action is running. */
  busy: string | null = $state(null);
  /** Clients that were connected or repaired since the view was opened; they must be restarted. */
  changed: ReadonlySet<string> = $state.raw(new Set());
  /** The time of the last call of each client. */
  seen: ReadonlyMap<ClientId, string> = $state.raw(new Map());
  tests: ReadonlyMap<string, ClientTest> = $state.raw(new Map());
  /** Errors by the id of the client. */
  troubles: ReadonlyMap<string, string> = $state.raw(new Map());

  readonly installed: Client[] = $derived((this.all ?? []).filter(({ state }) => state.kind !== "notInstalled"));
  readonly missing: Client[] = $derived((this.all ?? []).filter(({ state }) => state.kind === "notInstalled"));

  async load(): Promise<void> {
    try {
      this.all = (await clients()).map((client) => ({ ...client, state: shownState(client.state, client.dropped) }));
      this.trouble = null;
    } catch (reason) {
      this.trouble = errorText(reason);
    }
    // Actions on the clients do not wait for it.
    void activity().then(
      (calls) => (this.seen = lastSeen(calls)),
      () => {},
    );
  }

  /** Fetches the changes that an action would write, to show them. */
  plan(client: Client, action: ClientAction): Promise<void> {
    return this.#work(client.id, async () => {
      this.planned = { client, action, plan: await planClient(client.id, action) };
    });
  }

  async writePlanned(): Promise<void> {
    const planned = this.planned;
    if (!planned) return;
    this.planned = null;
    const { client, action } = planned;
    await this.#work(client.id, async () => {
      await applyPlan();
      this.#hasChanged(client.id, action !== "disconnect");
      await this.load();
    });
  }

  undo(client: Client): Promise<void> {
    return this.#work(client.id, async () => {
      await undoClient(client.id);
      this.#hasChanged(client.id, false);
      await this.load();
    });
  }

  test(client: Client): Promise<void> {
    return this.#work(client.id, async () => {
      const test = await testClient(client.id);
      this.tests = new Map(this.tests).set(client.id, test);
    });
  }

  #hasChanged(id: string, changed: boolean): void {
    const all = new Set(this.changed);
    if (changed) all.add(id);
    else all.delete(id);
    this.changed = all;
    // The result of an earlier test is outdated.
    this.tests = new Map([...this.tests].filter(([tested]) => tested !== id));
  }

  async #work(id: string, work: () => Promise<void>): Promise<void> {
    if (this.busy !== null) return;
    this.busy = id;
    const troubles = new Map(this.troubles);
    troubles.delete(id);
    try {
      await work();
    } catch (reason) {
      troubles.set(id, errorText(reason));
    } finally {
      this.busy = null;
      this.troubles = troubles;
    }
  }
}
