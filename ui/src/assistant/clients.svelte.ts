import { applyPlan, clients, planClient, testClient, undoClient } from "../host";
import type { Client, ClientAction, ClientPlan, ClientTest } from "../host-types";
import { troubleOf } from "../jobs/problem";

/** What is about to be written into a client's file. */
export interface Planned {
  client: Client;
  action: ClientAction;
  plan: ClientPlan;
}

/** The assistants' programs on this computer, as their files say. */
export class Clients {
  /** Null until the files were read. */
  all: Client[] | null = $state.raw(null);
  trouble: string | null = $state(null);
  planned: Planned | null = $state.raw(null);
  /** The client that is being worked on. */
  busy: string | null = $state(null);
  /** Those that were connected or repaired since the view was opened: they are to be started again. */
  changed: ReadonlySet<string> = $state.raw(new Set());
  tests: ReadonlyMap<string, ClientTest> = $state.raw(new Map());
  /** What went wrong with a client, by its id. */
  troubles: ReadonlyMap<string, string> = $state.raw(new Map());

  readonly installed: Client[] = $derived((this.all ?? []).filter(({ state }) => state.is !== "notInstalled"));
  readonly missing: Client[] = $derived((this.all ?? []).filter(({ state }) => state.is === "notInstalled"));

  async load(): Promise<void> {
    try {
      this.all = await clients();
      this.trouble = null;
    } catch (reason) {
      this.trouble = troubleOf(reason);
    }
  }

  /** Asks what an action would write, to show it first. */
  plan(client: Client, action: ClientAction): Promise<void> {
    return this.#work(client.id, async () => {
      this.planned = { client, action, plan: await planClient(client.id, action) };
    });
  }

  async writePlanned(): Promise<void> {
    const planned = this.planned;
    if (!planned) return;
    this.planned = null;
    const { client, action, plan } = planned;
    await this.#work(client.id, async () => {
      await applyPlan(plan.id);
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
    // What an earlier test showed no longer holds.
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
      troubles.set(id, troubleOf(reason));
    } finally {
      this.busy = null;
      this.troubles = troubles;
    }
  }
}
