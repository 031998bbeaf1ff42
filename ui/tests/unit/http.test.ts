import { shell } from "./window";
import { beforeEach, expect, test, vi } from "vitest";
import type { HttpPhase } from "../../src/host-types";
import { Http } from "../../src/settings/http.svelte";
import { snippetOf, stateText, stateWord } from "../../src/settings/http-words";
import { portOf } from "../../src/settings/port";
import { MockHost } from "../mock/host";
import { TAKEN_PORT } from "../mock/http";

const OPTIONS = {
  first: false,
  offline: false,
  empty: false,
  failing: false,
  slow: false,
  busy: false,
  reports: false,
  large: false,
  http: false,
};
let host: MockHost;
let http: Http;
const asked = (command: string) => host.asked.filter((each) => each.command === command).map(({ given }) => given);

beforeEach(async () => {
  host = new MockHost(shell, OPTIONS);
  http = new Http();
  await vi.waitFor(() => expect(http.state).not.toBeNull());
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
  "“%s” is no port that may be chosen",
  (typed) => {
    expect(portOf(typed)).toBeNull();
  },
);

test("it is off until it is switched on, and the token is asked for only by its user", async () => {
  expect(http.state).toEqual({ on: false, port: 5673, phase: { is: "off" } });
  expect(await http.serve(true)).toBe(true);
  await vi.waitFor(() => expect(http.state?.phase).toEqual({ is: "on", url: "http://127.0.0.1:5673/mcp" }));
  expect(asked("serve_http")).toEqual([{ on: true, port: 5673 }]);
  expect(asked("http_token")).toEqual([]);
  await http.showToken();
  expect(http.token).toBe(host.http.token);
  http.hideToken();
  expect(http.token).toBeNull();
  expect(await http.tokenToCopy()).toBe(host.http.token);
  expect(http.token).toBeNull();
});

test("a bad port is told and nothing is switched on with it; switching off needs no good one", async () => {
  http.type("80");
  expect(await http.serve(true)).toBe(false);
  expect(http.wrongPort).toContain("1024 to 65535");
  expect(asked("serve_http")).toEqual([]);
  http.untype();
  expect([http.port, http.wrongPort]).toEqual(["5673", null]);
  await http.serve(true);
  http.type("nonsense");
  await http.usePort();
  expect(asked("serve_http")).toHaveLength(1);
  expect(await http.serve(false)).toBe(true);
  expect(asked("serve_http")[1]).toEqual({ on: false, port: 5673 });
});

test("a port that was typed is what is switched on", async () => {
  http.type("6000");
  expect(http.isTyped).toBe(true);
  await http.serve(true);
  expect(asked("serve_http")).toEqual([{ on: true, port: 6000 }]);
  expect(http.isTyped).toBe(false);
});

test("a taken port is told with what to do, and another one helps", async () => {
  http.type(String(TAKEN_PORT));
  await http.serve(true);
  await vi.waitFor(() => expect(http.state?.phase.is).toBe("failed"));
  expect(http.state && stateText(http.state)).toBe(
    "Port 8080 is used by another program. Choose another port, or end that program.",
  );
  http.type("8081");
  await http.usePort();
  await vi.waitFor(() => expect(http.state?.phase.is).toBe("on"));
});

test("switching off puts a shown token away", async () => {
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

test("what the shell refuses is told", async () => {
  shell.commands = () => Promise.reject({ code: "system", message: "It did not work.", advice: "Try again." });
  await http.showToken();
  expect([http.token, http.trouble]).toEqual([null, "It did not work. Try again."]);
  await expect(http.tokenToCopy()).rejects.toThrow();
  await http.renewToken();
  expect(http.renewed).toBe(false);
  expect(await http.serve(true)).toBe(false);
  expect(http.state?.on).toBe(false);
});

test("each state has its words", () => {
  const phases: HttpPhase[] = [
    { is: "off" },
    { is: "starting" },
    { is: "on", url: "" },
    { is: "restarting", reason: "R." },
    { is: "failed", reason: "R.", advice: "A." },
  ];
  const words = phases.map((phase) => [
    stateWord({ on: true, port: 1, phase }),
    stateText({ on: true, port: 1, phase }),
  ]);
  expect(words).toEqual([
    ["starting", "It is starting."],
    ["starting", "It is starting."],
    ["on", "Programs on this computer can connect."],
    ["being started again", "R. It is being started again."],
    ["failed", "R. A."],
  ]);
  expect(stateWord({ on: false, port: 1, phase: { is: "on", url: "" } })).toBe("being switched off");
  expect(stateText({ on: false, port: 1, phase: { is: "off" } })).toBe("");
});

test("what is pasted is JSON with the address and the token", () => {
  const server = (JSON.parse(snippetOf("http://127.0.0.1:1/mcp", 'a"b')) as { mcpServers: { lorekeeper: unknown } })
    .mcpServers.lorekeeper;
  expect(server).toEqual({ type: "http", url: "http://127.0.0.1:1/mcp", headers: { Authorization: 'Bearer a"b' } });
});
