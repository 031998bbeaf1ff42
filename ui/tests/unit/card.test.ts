import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readAnswer } from "../../src/card/answer";
import { Card, type View } from "../../src/card/card";
import { Lexer } from "../../src/card/markdown-lexer";
import { pageOf, variantsText } from "../../src/card/page";

interface Message {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: { code: number };
}

const LIGHT = {
  name: "Light",
  kind: "spell",
  document_key: "srd-2014",
  document_name: "SRD 5.1",
  uri: "lore://entry/srd-2014/spell/light",
  description: "It shines.",
  level: 0,
};
const NEW_LIGHT = {
  ...LIGHT,
  document_key: "srd-2024",
  document_name: "SRD 5.2.1",
  uri: "lore://entry/srd-2024/spell/light",
};
const DAYLIGHT = { ...LIGHT, name: "Daylight", uri: "lore://entry/srd-2014/spell/daylight" };
const result = (value: unknown, more: object = {}) => ({ structuredContent: { success: true, value, ...more } });

test("encounters are read, and what they lack is left out", () => {
  const ogre = { count: 2, name: "Ogre", uri: "lore://entry/srd-2024/creature/ogre", initiative: -1, xp: 450 };
  const encounters = [
    { creatures: [ogre, { name: "nobody" }, null], sum: "2 × 450 = 900 XP", notes: ["Beware.", 7] },
    5,
  ];
  const page = pageOf(readAnswer(result({ party: "4 of level 5", budgets: [{ difficulty: "low" }], encounters })));
  expect(page.encounters?.party).toBe("4 of level 5");
  expect(page.encounters?.budgets).toEqual([]);
  expect(page.encounters?.encounters.map(({ creatures, notes }) => [creatures.map(({ name }) => name), notes])).toEqual(
    [[["Ogre"], ["Beware."]]],
  );
  expect(pageOf(readAnswer(result({ encounters: "none" }))).encounters).toBeUndefined();
});

test("the variants for which an item stands are named, in a row and in a whole entry", () => {
  const ring = { ...LIGHT, name: "Ring of Resistance (Acid)", kind: "magic-item" };
  const whole = { ...ring, variants: [{ name: "Ring of Resistance (Cold)", uri: "lore://x" }, { uri: 7 }] };
  const row = { ...ring, description: undefined, variants: ["Ring of Resistance (Cold)", null], more_versions: 4 };
  expect(readAnswer(result([whole, row, LIGHT])).entries?.map(variantsText)).toEqual([
    "Also Ring of Resistance (Cold)",
    "Also Ring of Resistance (Cold) and more",
    "",
  ]);
});

/** A card and a host that records its messages. */
function host() {
  const sent: Message[] = [];
  const views: View[] = [];
  const contexts: object[] = [];
  const card = new Card({
    post: (message) => sent.push(message),
    draw: (view) => views.push(view),
    adapt: (context) => contexts.push(context),
    version: "1",
  });
  const send = (message: object) => card.receive({ jsonrpc: "2.0", ...message });
  const last = (method: string) => sent.findLast((message) => message.method === method);
  return {
    card,
    sent,
    contexts,
    last,
    view: () => views.at(-1),
    notify: (method: string, params: unknown) => send({ method: `ui/notifications/${method}`, params }),
    ask: (id: number, method: string) => send({ id, method, params: {} }),
    answer: async (method: string, answer: object) => {
      send({ id: last(method)?.id, ...answer });
      await vi.advanceTimersByTimeAsync(0);
    },
    names: () => views.at(-1)?.page?.wholes.map(({ entry }) => `${entry.name} ${entry.document_key}`),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a card and its host", () => {
  test("introduce themselves before anything else", async () => {
    const { card, sent, contexts, answer, view } = host();
    void card.start();
    expect(sent).toEqual([
      {
        jsonrpc: "2.0",
        id: 1,
        method: "ui/initialize",
        params: {
          appInfo: { name: "LoreKeeper", version: "1" },
          appCapabilities: { availableDisplayModes: ["inline"] },
          protocolVersion: "2026-01-26",
        },
      },
    ]);
    expect(view()?.doing).toBe("Waiting for the answer…");
    await answer("ui/initialize", { result: { hostContext: { theme: "dark" } } });
    expect(contexts).toEqual([{ theme: "dark" }]);
    expect(sent[1]).toEqual({ jsonrpc: "2.0", method: "ui/notifications/initialized", params: {} });
  });

  test("say what is being looked up until the result comes", () => {
    const { notify, view } = host();
    notify("tool-input", { arguments: { name: "light" } });
    expect(view()?.doing).toBe("Looking up “light”…");
    notify("tool-input", { arguments: { name: ["rope", "torch"] } });
    expect(view()?.doing).toBe("Looking up “rope, torch”…");
    notify("tool-result", result([LIGHT]));
    expect(view()).toMatchObject({ doing: null, canGoBack: false, page: { wholes: [{ text: "It shines." }] } });
  });

  test("that never answers is named, unless the result comes anyway", async () => {
    const { card, notify, view, names } = host();
    void card.start();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(view()?.page).toMatchObject({
      title: "No card here",
      message: expect.stringContaining("in the conversation") as string,
    });
    notify("tool-result", result([LIGHT]));
    expect(names()).toEqual(["Light srd-2014"]);
    const other = host();
    void other.card.start();
    other.notify("tool-result", result([LIGHT]));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(other.names()).toEqual(["Light srd-2014"]);
  });

  test("that answers late still learns that the card is there, and how large it is", async () => {
    const { card, answer, last, view } = host();
    void card.start();
    card.resize(700, 90);
    expect(last("ui/notifications/size-changed")).toBeUndefined();
    await vi.advanceTimersByTimeAsync(20_000);
    await answer("ui/initialize", { result: {} });
    expect(last("ui/notifications/initialized")).toBeDefined();
    expect(last("ui/notifications/size-changed")?.params).toEqual({ width: 700, height: 90 });
    expect(view()).toMatchObject({ page: null, doing: "Waiting for the answer…" });
  });

  test("a cancelled lookup says so", () => {
    const { notify, view } = host();
    notify("tool-cancelled", { reason: "You stopped it." });
    expect(view()?.page).toMatchObject({ title: "The lookup was cancelled", message: "You stopped it." });
  });

  test("a change of the context is passed on, a ping and the end are answered, an unknown request is refused", () => {
    const { notify, ask, contexts, sent } = host();
    notify("host-context-changed", { theme: "light" });
    expect(contexts).toEqual([{ theme: "light" }]);
    for (const method of ["ping", "ui/resource-teardown", "sampling/createMessage"]) ask(7, method);
    expect(sent).toMatchObject([
      { id: 7, result: {} },
      { id: 7, result: {} },
      { id: 7, error: { code: -32601 } },
    ]);
  });

  test.each([null, "x", 5, [], {}, { jsonrpc: "1.0" }, { jsonrpc: "2.0", id: 99, result: {} }, { jsonrpc: "2.0" }])(
    "the message %j changes nothing",
    (message) => {
      const { card, sent, view } = host();
      card.receive(message);
      expect([sent, view()]).toEqual([[], undefined]);
    },
  );
});

describe("an entry that is clicked", () => {
  test("is shown from the answer if that has it whole", async () => {
    const { card, notify, names, sent, view } = host();
    notify("tool-result", result([LIGHT, DAYLIGHT]));
    await card.open(DAYLIGHT.uri);
    expect([names(), sent, view()?.canGoBack]).toEqual([["Daylight srd-2014"], [], true]);
    card.back();
    expect(view()?.page?.rows).toHaveLength(2);
  });

  test("is read by the tool that the server names, and its parts after it", async () => {
    const { card, notify, answer, last, names, view } = host();
    const _meta = { "app.lorekeeper/card": { read_entry: "table_read_entry" } };
    notify("tool-result", { ...result([{ ...LIGHT, description: undefined }]), _meta });
    expect(view()?.page?.rows).toHaveLength(1);
    void card.open(LIGHT.uri);
    expect(view()?.doing).toBe("Opening…");
    expect(last("tools/call")?.params).toEqual({ name: "table_read_entry", arguments: { uri: LIGHT.uri } });
    const partOf = (description: string, part: number) =>
      result({ entry: { ...LIGHT, description }, edition: "2014", twins: [], links: [], part, parts: 2 });
    await answer("tools/call", { result: partOf("First.", 1) });
    expect(names()).toEqual(["Light srd-2014"]);
    void card.open(LIGHT.uri, 2);
    expect(last("tools/call")?.params?.arguments).toEqual({ uri: LIGHT.uri, part: 2 });
    await answer("tools/call", { result: partOf("Second.", 2) });
    expect(view()?.page?.wholes[0]?.text).toBe("Second.");
  });

  test("is read as a resource if the host calls no tools, and else the card says what to do", async () => {
    const { card, notify, answer, names, view } = host();
    notify("tool-result", result([LIGHT]));
    void card.open(DAYLIGHT.uri);
    await answer("tools/call", { error: { code: -32000, message: "denied" } });
    const contents = [
      { uri: DAYLIGHT.uri, mimeType: "text/markdown", text: "# Daylight" },
      { uri: DAYLIGHT.uri, mimeType: "application/json", text: JSON.stringify(DAYLIGHT) },
    ];
    await answer("resources/read", { result: { contents } });
    expect(names()).toEqual(["Daylight srd-2014"]);
    void card.open("lore://entry/srd-2014/spell/fly");
    await answer("tools/call", { result: { isError: true, content: [] } });
    await answer("resources/read", { result: { contents: [] } });
    expect(view()).toMatchObject({ doing: null, note: expect.stringContaining("Ask the assistant") as string });
    expect(names()).toEqual(["Daylight srd-2014"]);
  });

  test("is compared beside the open one", async () => {
    const { card, notify, answer, names } = host();
    notify("tool-result", result([LIGHT]));
    void card.compare(NEW_LIGHT.uri);
    await answer("tools/call", { result: result({ entry: NEW_LIGHT }) });
    expect(names()).toEqual(["Light srd-2014", "Light srd-2024"]);
  });

  test("and a link that the host does not open is shown", async () => {
    const { card, notify, answer, last, view } = host();
    notify("tool-result", result([LIGHT]));
    void card.openLink("https://example.org/a");
    expect(last("ui/open-link")?.params).toEqual({ url: "https://example.org/a" });
    await answer("ui/open-link", { result: { isError: true } });
    expect(view()?.note).toContain("https://example.org/a");
  });
});

describe("an answer", () => {
  const page = (given: unknown) => pageOf(readAnswer(given));
  const named = (given: unknown) => {
    const { wholes, rows } = page(given);
    return [wholes, rows].map((shown) => shown.map(({ entry, edition }) => `${entry.name} ${edition}`));
  };

  test("by name shows the entry beside its other edition, and the rest as rows", () => {
    expect(named(result([LIGHT, NEW_LIGHT, DAYLIGHT], { match: "exact" }))).toEqual([
      ["Light 2014", "Light 2024"],
      ["Daylight 2014"],
    ]);
    expect(named(result([LIGHT, DAYLIGHT], { match: "contains" }))).toEqual([[], ["Light 2014", "Daylight 2014"]]);
  });

  test("has a twin of another name if the server says so", () => {
    const beside = { [LIGHT.uri]: { edition: "2014", twins: [{ uri: "lore://entry/srd-2024/spell/glow" }] } };
    const glow = { ...NEW_LIGHT, name: "Glow", uri: "lore://entry/srd-2024/spell/glow" };
    const given = { ...result([LIGHT, glow], { match: "exact" }), _meta: { "app.lorekeeper/card": { beside } } };
    expect(named(given)[0]).toEqual(["Light 2014", "Glow 2024"]);
  });

  test("that compares two entries is shown as its table", () => {
    const value = { first: LIGHT, second: NEW_LIGHT, fields: [], sentences: [], same_sentences: 2 };
    const given = { ...result(value), content: [{ type: "text", text: "| | Light | Light |" }] };
    expect(page(given)).toEqual({ text: "| | Light | Light |", wholes: [], rows: [], message: null });
  });

  test("without entries shows the library's sentence", () => {
    expect(page(result([], { message: "No spell is named `zzz`." }))).toMatchObject({
      title: "Nothing found",
      message: "No spell is named “zzz”.",
    });
    const failed = { isError: true, structuredContent: { success: false, error: "`level` is wrong." } };
    expect(page(failed)).toMatchObject({ title: "The lookup failed", message: "“level” is wrong." });
  });

  test("that comes as text only is read from the text", () => {
    const text = JSON.stringify(result([LIGHT]).structuredContent);
    expect(named({ content: [{ type: "text", text }] })[0]).toEqual(["Light 2014"]);
    expect(page({ content: [{ type: "text", text: "# Documents" }] }).text).toBe("# Documents");
  });

  test("of an older server, with hardly a field, is still shown", () => {
    expect(named(result([{ name: "Light" }, { name: "Torch", description: "Burns.", kind: "item" }]))).toEqual([
      [],
      ["Light other", "Torch other"],
    ]);
    expect(named(result([{ name: "Torch", description: "Burns.", document: "SRD 5.1" }]))[0]).toEqual(["Torch 2014"]);
  });

  test.each([undefined, null, 5, "text", [], {}, result(5), result([5, null, {}]), result({ entry: { name: 3 } })])(
    "of the form %j says that it cannot be shown",
    (given) => expect(page(given).title).toBe("This answer cannot be shown"),
  );
});

describe("the card's reader of Markdown", () => {
  const words = (text: string) => JSON.stringify(new Lexer().lex(text));

  test.each([
    ["***Bite.*** *Hit:* 7", '"strong"'],
    ["*a **b** c*", '"em"'],
    ["- one\n- two\n  - three", '"list"'],
    ["| a | b |\n|---|---|\n| 1 | 2 |", '"table"'],
    ["> quoted\n> on", '"blockquote"'],
    ["```\ncode\n```", '"code"'],
    ["Title\n=====", '"heading"'],
    ["[SRD](https://example.org)", '"link"'],
    ["\\*plain\\*", '"escape"'],
    ["![picture](x.png)", '"image"'],
  ])("%j has a %s", (text, type) => expect(words(text)).toContain(`"type":${type}`));

  test("survives hostile texts in good time", () => {
    const hostile = ["> ", "- ", "*a ", "a* ", "[", "`", "<", "![](", "|", "#", "# ", "_", "~~", "\\", "\n", "  \n"];
    for (const piece of hostile) {
      const text = piece.repeat(5_000);
      // Microseconds of the processor: a busy machine makes it wait for longer.
      const before = process.cpuUsage();
      try {
        new Lexer().lex(text);
      } catch (error) {
        // Too deep; the page then shows the text as it is.
        expect(error).toBeInstanceOf(RangeError);
      }
      expect(process.cpuUsage(before).user, JSON.stringify(piece)).toBeLessThan(2_000_000);
    }
  });
});
