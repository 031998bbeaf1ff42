import type { Client, ClientAction, ClientPlan, ClientState, ClientTest, PlanLine } from "../../src/host-types";
import { problem } from "./bridge";
import { inHome } from "./paths";

const QUIT = "Quit it fully (closing the window is not quitting), then start it again.";
const PROMPT = "Which creatures of challenge rating 5 or less in my library can swim?";
const SNIPPET = `{\n  "mcpServers": {\n    "lorekeeper": {\n      "command": "/opt/lorekeeper/lorekeeper-mcp",\n      "args": ["serve"]\n    }\n  }\n}`;

const client = (
  id: string,
  name: string,
  state: ClientState,
  file: string | null,
  lastSeen: string | null = null,
): Client => ({
  id,
  name,
  state,
  hasInstallLink: id === "lm-studio" && state.is === "notConnected",
  file,
  advice: QUIT,
  samplePrompt: PROMPT,
  canUndo: false,
  lastSeen,
});

const ALL = (): Client[] => [
  client(
    "claude-desktop",
    "Claude Desktop",
    { is: "connected" },
    inHome(".config/Claude/claude_desktop_config.json"),
    new Date(Date.now() - 180_000).toISOString(),
  ),
  client("claude-code", "Claude Code", { is: "notConnected" }, inHome(".claude.json")),
  client(
    "cursor",
    "Cursor",
    { is: "stale", reason: "It starts /tmp/.mount_Lore/lorekeeper-mcp, which is no longer there." },
    inHome(".cursor/mcp.json"),
  ),
  client(
    "zed",
    "Zed",
    { is: "unreadable", reason: "Line 14 of the file is no JSON: a comma is missing.", snippet: SNIPPET },
    inHome(".config/zed/settings.json"),
  ),
  client("vs-code", "Visual Studio Code", { is: "notInstalled" }, null),
  client("windsurf", "Windsurf", { is: "notInstalled" }, null),
  client("lm-studio", "LM Studio", { is: "notConnected" }, inHome(".lmstudio/mcp.json")),
  client("gemini-cli", "Gemini CLI", { is: "notInstalled" }, null),
];

const line = (sign: string, text: string): PlanLine => ({ sign, text });
const OURS = [
  '    "lorekeeper": {',
  '      "command": "/opt/lorekeeper/lorekeeper-mcp",',
  '      "args": ["serve"]',
  "    }",
];

function lines(action: ClientAction): PlanLine[] {
  const signs: Record<ClientAction, PlanLine[]> = {
    connect: OURS.map((text) => line("+", text)),
    disconnect: OURS.map((text) => line("-", text)),
    repair: [
      line(" ", OURS[0] ?? ""),
      line("-", '      "command": "/tmp/.mount_Lore/lorekeeper-mcp",'),
      ...OURS.slice(1, 2).map((text) => line("+", text)),
      line(" ", OURS[2] ?? ""),
      line(" ", OURS[3] ?? ""),
    ],
  };
  return [line(" ", "{"), line(" ", '  "mcpServers": {'), ...signs[action], line(" ", "  }"), line(" ", "}")];
}

/** The mocked assistants: one in every state. */
export class MockClients {
  all: Client[];
  #plans = new Map<number, { client: string; action: ClientAction }>();
  #before = new Map<string, ClientState>();

  constructor(first: boolean) {
    this.all = ALL().map((each) =>
      first && each.state.is === "connected" ? { ...each, state: { is: "notConnected" }, lastSeen: null } : each,
    );
  }

  plan(id: string, action: ClientAction): ClientPlan {
    const plan = this.#plans.size + 1;
    this.#plans.set(plan, { client: id, action });
    return { id: plan, file: this.#find(id).file ?? "", createsFile: false, lines: lines(action) };
  }

  apply(plan: number): void {
    const planned = this.#plans.get(plan);
    if (!planned) throw problem("unknown-plan", "That plan has expired.", "Ask for it again.");
    this.#before.set(planned.client, this.#find(planned.client).state);
    this.#set(planned.client, {
      state: { is: planned.action === "disconnect" ? "notConnected" : "connected" },
      canUndo: true,
    });
  }

  /** The user agrees in the client's own dialog. */
  openInstallLink(id: string): void {
    if (!this.#find(id).hasInstallLink) throw problem("refused", "LM Studio cannot be asked to add LoreKeeper now.");
    this.#set(id, { state: { is: "connected" }, hasInstallLink: false });
  }

  undo(id: string): void {
    const state = this.#before.get(id);
    if (state) this.#set(id, { state, canUndo: false });
  }

  test(id: string): ClientTest {
    const ok = this.#find(id).state.is === "connected";
    const steps = [
      {
        name: "Start the server as the client would",
        ok,
        detail: ok ? "/opt/lorekeeper/lorekeeper-mcp serve" : "The file names no server that could be started.",
      },
      { name: "List the tools", ok, detail: ok ? "14 tools in 21 ms" : "Not tried." },
      { name: "Look up a spell", ok, detail: ok ? "1 entry in 4 ms" : "Not tried." },
    ];
    return { ok, steps };
  }

  #find(id: string): Client {
    const found = this.all.find((each) => each.id === id);
    if (!found) throw problem("unknown-client", `No client is called ${id}.`);
    return found;
  }

  #set(id: string, change: Partial<Client>): void {
    this.all = this.all.map((each) => (each.id === id ? { ...each, ...change } : each));
  }
}
