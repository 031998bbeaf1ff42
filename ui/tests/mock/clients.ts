import type {
  Client,
  ClientAction,
  ClientId,
  ClientPlan,
  ClientState,
  ClientTest,
  PlanLine,
} from "../../src/host-types";
import { problem } from "./bridge";
import { inHome } from "./paths";

const QUIT = "Quit it fully (closing the window is not quitting), then start it again.";
const PROMPT = "Which creatures of challenge rating 5 or less in my library can swim?";
const SNIPPET = `{\n  "mcpServers": {\n    "lorekeeper": {\n      "command": "/opt/lorekeeper/lorekeeper-mcp",\n      "args": ["serve"]\n    }\n  }\n}`;

const client = (id: ClientId, name: string, state: ClientState, file: string): Client => ({
  id,
  name,
  state,
  dropped: false,
  file,
  advice: QUIT,
  samplePrompt: PROMPT,
  canUndo: false,
});

const ALL = (): Client[] => [
  client(
    "claude-desktop",
    "Claude Desktop",
    { kind: "connected" },
    inHome(".config/Claude/claude_desktop_config.json"),
  ),
  client("claude-code", "Claude Code", { kind: "notConnected" }, inHome(".claude.json")),
  client(
    "cursor",
    "Cursor",
    { kind: "stale", reason: "it names a program that does not exist: /tmp/.mount_Lore/lorekeeper-mcp" },
    inHome(".cursor/mcp.json"),
  ),
  client(
    "zed",
    "Zed",
    { kind: "unreadable", reason: "line 14: expected `,` or `}`", snippet: SNIPPET },
    inHome(".config/zed/settings.json"),
  ),
  client("vs-code", "Visual Studio Code", { kind: "notInstalled" }, ""),
  client("windsurf", "Windsurf", { kind: "notInstalled" }, ""),
  client("lm-studio", "LM Studio", { kind: "notConnected" }, inHome(".lmstudio/mcp.json")),
  client("gemini-cli", "Gemini CLI", { kind: "notInstalled" }, ""),
];

const line = (sign: PlanLine["sign"], text: string): PlanLine => ({ sign, text });
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
  #planned: { client: ClientId; action: ClientAction } | undefined;
  #before = new Map<string, ClientState>();

  constructor(first: boolean) {
    this.all = ALL().map((each) =>
      first && each.state.kind === "connected" ? { ...each, state: { kind: "notConnected" } } : each,
    );
  }

  plan(id: ClientId, action: ClientAction): ClientPlan {
    this.#planned = { client: id, action };
    return { file: this.#find(id).file, createsFile: false, lines: lines(action) };
  }

  apply(): void {
    const planned = this.#planned;
    if (!planned) throw problem("refused", "No plan is shown.", "Open it again, then confirm it.");
    this.#before.set(planned.client, this.#find(planned.client).state);
    this.#set(planned.client, {
      state: { kind: planned.action === "disconnect" ? "notConnected" : "connected" },
      canUndo: true,
    });
  }

  undo(id: ClientId): void {
    const state = this.#before.get(id);
    if (state) this.#set(id, { state, canUndo: false });
  }

  test(id: ClientId): ClientTest {
    const ok = this.#find(id).state.kind === "connected";
    const steps: ClientTest["steps"] = [
      {
        stage: "start",
        ok,
        detail: ok ? "/opt/lorekeeper/lorekeeper-mcp serve" : "The file names no server that could be started.",
        milliseconds: 12,
      },
      { stage: "tools", ok, detail: ok ? "15 tools in 21 ms" : "Not tried.", milliseconds: 21 },
      { stage: "lookup", ok, detail: ok ? "1 entry in 4 ms" : "Not tried.", milliseconds: 4 },
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
