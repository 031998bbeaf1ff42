import { shell } from "./window";
import { beforeEach, expect, test } from "vitest";
import type { Phase } from "../../src/host-types";
import { Http } from "../../src/settings/http.svelte";
import { snippetOf, stateText, stateWord } from "../../src/settings/http-words";
import { portOf } from "../../src/settings/port";
import { MockHost } from "../mock/host";
import { TAKEN_PORT } from "../mock/http";
import { DEFAULT_OPTIONS } from "../mock/options";

let host: MockHost;
let http: Http;
const callsOf = (command: string) => host.callsOf(command);

beforeEach(async () => {
  host = new MockHost(shell, DEFAULT_OPTIONS);
  http = new Http();
  await expect.poll(() => http.state).not.toBeNull();
});

test.each([
  ["1024", 1024],
  ["65535", 65535],
  [" 5673 ", 5673],
  ["08080", 8080],
])("“%s” is a port", (typed, port) => {
  expect(portOf(typed)).toBe(port);
});

test.each(["", "1023", "0", "65536", "99999", "100000", "-5673", "56.73", "5e3", "0x1629", "port", "５６７３"])(
  "“%s” is not an allowed port",
  (typed) => {
    expect(portOf(typed)).toBeNull();
  },
);

test("the server is off at first, and the token is read on request", async () => {
  expect(http.state).toEqual({ on: false, port: 5673, url: null, phase: { is: "stopped" } });
  expect(await http.serve(true)).toBe(true);
  await expect.poll(() => http.state?.url).toBe("http://127.0.0.1:5673/mcp");
  expect(callsOf("serve_http")).toEqual([{ on: true, port: 5673 }]);
  expect(callsOf("http_token")).toEqual([]);
  await http.showToken();
  expect(http.token).toBe(host.http.token);
  http.hideToken();
  expect(http.token).toBeNull();
  expect(await http.tokenToCopy()).toBe(host.http.token);
  expect(http.token).toBeNull();
});

test("an invalid port is reported and does not start the server", async () => {
  http.type("80");
  expect(await http.serve(true)).toBe(false);
  expect(http.wrongPort).toContain("1024 to 65535");
  expect(callsOf("serve_http")).toEqual([]);
  http.untype();
  expect([http.port, http.wrongPort]).toEqual(["5673", null]);
  await http.serve(true);
  http.type("nonsense");
  await http.usePort();
  expect(callsOf("serve_http")).toHaveLength(1);
  expect(await http.serve(false)).toBe(true);
  expect(callsOf("serve_http")[1]).toEqual({ on: false, port: 5673 });
});

test("the server starts on the port in the field", async () => {
  http.type("6000");
  expect(http.isTyped).toBe(true);
  await http.serve(true);
  expect(callsOf("serve_http")).toEqual([{ on: true, port: 6000 }]);
  expect(http.isTyped).toBe(false);
});

test("a used port is reported with advice, and another one works", async () => {
  http.type(String(TAKEN_PORT));
  await http.serve(true);
  await expect.poll(() => http.state?.phase.is).toBe("failed");
  expect(http.state && stateText(http.state)).toBe(
    "Port 8080 is used by another program. Choose another port, or quit that program.",
  );
  http.type("8081");
  await http.usePort();
  await expect.poll(() => http.state?.phase.is).toBe("running");
});

test("switching off hides the token", async () => {
  await http.serve(true);
  await http.showToken();
  await http.serve(false);
  expect(http.token).toBeNull();
});

test("a new token hides the old one", async () => {
  await http.showToken();
  const before = http.token;
  await http.renewToken();
  expect([http.token, http.renewed]).toEqual([null, true]);
  expect(await http.tokenToCopy()).not.toBe(before);
});

test("errors of the shell are shown", async () => {
  shell.commands = () => Promise.reject({ code: "system", message: "It did not work.", advice: "Try again." });
  await http.showToken();
  expect([http.token, http.trouble]).toEqual([null, "It did not work. Try again."]);
  await expect(http.tokenToCopy()).rejects.toThrow();
  await http.renewToken();
  expect(http.renewed).toBe(false);
  expect(await http.serve(true)).toBe(false);
  expect(http.state?.on).toBe(false);
});

test("each state has a description", () => {
  const phases: Phase[] = [
    { is: "stopped" },
    { is: "starting" },
    { is: "running" },
    { is: "restarting", reason: "R.", attempt: 1 },
    { is: "failed", reason: "R.", advice: "A." },
  ];
  const words = phases.map((phase) => [
    stateWord({ on: true, port: 1, url: null, phase }),
    stateText({ on: true, port: 1, url: null, phase }),
  ]);
  expect(words).toEqual([
    ["starting", "Starting…"],
    ["starting", "Starting…"],
    ["on", "Programs on this computer can connect."],
    ["restarting", "R. Restarting…"],
    ["failed", "R. A."],
  ]);
  expect(stateWord({ on: false, port: 1, url: null, phase: { is: "running" } })).toBe("stopping");
  expect(stateText({ on: false, port: 1, url: null, phase: { is: "stopped" } })).toBe("");
});

test("the settings to paste hold the address and the token", () => {
  const server = (JSON.parse(snippetOf("http://127.0.0.1:1/mcp", 'a"b')) as { mcpServers: { lorekeeper: unknown } })
    .mcpServers.lorekeeper;
  expect(server).toEqual({ type: "http", url: "http://127.0.0.1:1/mcp", headers: { Authorization: 'Bearer a"b' } });
});
