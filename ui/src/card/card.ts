/** The state of a card: its conversation with the host, and the pages that the user has opened. */
import { type Answer, type Fields, fieldsOf, readAnswer, type Shown, textOf, textsOf } from "./answer";
import { HostConnection } from "./host-connection";
import { type Page, pageOf, sentence } from "./page";

const PROTOCOL = "2026-01-26";
/** A host that has not answered by then is taken for one that does not talk to cards; it may still answer. */
const HANDSHAKE_MS = 5_000;
const ANY_TIME_MS = 2 ** 31 - 1;
const SILENT_HOST = sentence(
  "No card here",
  "This program opened a card of LoreKeeper and does not talk to it. The answer itself is in the conversation.",
);
const WAITING = "Waiting for the answer…";
/** The name of the tool that reads a whole entry, unless the server says another. */
const READ_TOOL = "guide_read_entry";

/** What is drawn. */
export interface View {
  page: Page | null;
  /** What the card does at the moment, in words. */
  doing: string | null;
  /** Why the last click led nowhere. */
  note: string | null;
  canGoBack: boolean;
}

export interface CardOptions {
  post: (message: object) => void;
  draw: (view: View) => void;
  /** Takes the theme and other properties of the host. */
  adapt: (context: Fields) => void;
  version: string;
}

/** A card in a host. */
export class Card {
  readonly #host: HostConnection;
  readonly #options: CardOptions;
  #pages: Page[] = [];
  #doing: string | null = WAITING;
  #note: string | null = null;
  /** The entries that the card has received, by address. */
  #entries = new Map<string, Shown>();
  #readTool = READ_TOOL;
  #isReady = false;
  #size: { width: number; height: number } | null = null;

  constructor(options: CardOptions) {
    this.#options = options;
    this.#host = new HostConnection({
      post: options.post,
      notified: (method, params) => this.#notified(method, params),
      asked: (method) => (method === "ping" || method === "ui/resource-teardown" ? {} : null),
    });
  }

  receive(message: unknown): void {
    this.#host.receive(message);
  }

  /** Introduces the card to its host. */
  async start(): Promise<void> {
    this.#draw();
    const appInfo = { name: "LoreKeeper", version: this.#options.version };
    const appCapabilities = { availableDisplayModes: ["inline"] };
    const late = setTimeout(() => this.#replaceNothing(SILENT_HOST), HANDSHAKE_MS);
    try {
      const params = { appInfo, appCapabilities, protocolVersion: PROTOCOL };
      const result = fieldsOf(await this.#host.request("ui/initialize", params, ANY_TIME_MS));
      this.#options.adapt(fieldsOf(result.hostContext));
      this.#host.notify("ui/notifications/initialized");
      this.#beReady();
      if (this.#pages[0] === SILENT_HOST) this.#wait();
    } catch {
      this.#replaceNothing(SILENT_HOST);
    } finally {
      clearTimeout(late);
    }
  }

  /** Tells the host how large the card is, once it talks to the card. */
  resize(width: number, height: number): void {
    this.#size = { width, height };
    if (this.#isReady) this.#host.notify("ui/notifications/size-changed", this.#size);
  }

  back(): void {
    this.#note = null;
    if (this.#pages.length > 1) this.#pages.pop();
    this.#draw();
  }

  /** Opens an https address in the browser, by way of the host. */
  async openLink(url: string): Promise<void> {
    try {
      const result = fieldsOf(await this.#host.request("ui/open-link", { url }));
      if (result.isError === true) throw new Error("refused");
    } catch {
      this.#say(`This program does not open links. The address is ${url}`);
    }
  }

  /** Opens an entry, or a part of a long one, from the library. */
  async open(uri: string, part?: number): Promise<void> {
    const shown = await this.#read(uri, part);
    if (shown) this.#push({ wholes: [shown], rows: [], message: null });
  }

  /** Shows an entry beside the one that is open. */
  async compare(uri: string): Promise<void> {
    const [first] = this.#pages.at(-1)?.wholes ?? [];
    const other = first && (await this.#read(uri));
    if (first && other) this.#push({ wholes: [first, other], rows: [], message: null });
  }

  /** Returns an entry of the answer, or asks the host for it: to call the tool, or to read the resource. */
  async #read(uri: string, part?: number): Promise<Shown | null> {
    const known = this.#entries.get(uri);
    if (known?.isComplete && part === undefined) return known;
    this.#note = null;
    this.#doing = "Opening…";
    this.#draw();
    const call = { name: this.#readTool, arguments: part === undefined ? { uri } : { uri, part } };
    const fromTool = () => this.#host.request("tools/call", call).then(readAnswer);
    const fromResource = () => this.#host.request("resources/read", { uri }).then(answerOfResource);
    let found: Shown | undefined;
    for (const ask of part === undefined ? [fromTool, fromResource] : [fromTool]) {
      const answer = await ask().catch(() => null);
      if (answer && !answer.isError) this.#keep(answer);
      found ??= answer?.isError ? undefined : answer?.entries?.[0];
      if (found) break;
    }
    this.#doing = null;
    if (found) return found;
    this.#say("This program does not open entries from a card. Ask the assistant for this one by its name.");
    return null;
  }

  #notified(method: string, params: Fields): void {
    this.#beReady();
    if (method === "ui/notifications/host-context-changed") this.#options.adapt(params);
    else if (method === "ui/notifications/tool-input") this.#announce(fieldsOf(params.arguments));
    else if (method === "ui/notifications/tool-result") {
      const answer = readAnswer(params);
      this.#keep(answer);
      this.#replace(pageOf(answer));
    } else if (method === "ui/notifications/tool-cancelled")
      this.#replace(sentence("The lookup was cancelled", textOf(params.reason)));
  }

  /** Says what is being looked up. */
  #announce({ name, semantic_query, query }: Fields): void {
    const words = [name, semantic_query, query].map((each) => textsOf(each).join(", ")).find(Boolean);
    if (this.#pages.length > 0) return;
    this.#doing = words ? `Looking up “${words}”…` : "Looking it up…";
    this.#draw();
  }

  #keep(answer: Answer): void {
    this.#readTool = answer.readTool ?? this.#readTool;
    for (const shown of answer.entries ?? []) {
      const { uri } = shown.entry;
      if (uri && (shown.part ?? 1) === 1 && !this.#entries.get(uri)?.isComplete) this.#entries.set(uri, shown);
    }
  }

  #beReady(): void {
    if (this.#isReady) return;
    this.#isReady = true;
    if (this.#size) this.resize(this.#size.width, this.#size.height);
  }

  #wait(): void {
    this.#pages = [];
    this.#doing = WAITING;
    this.#draw();
  }

  #say(note: string): void {
    this.#note = note;
    this.#draw();
  }

  /** Shows a page unless there is one. */
  #replaceNothing(page: Page): void {
    if (this.#pages.length === 0) this.#replace(page);
  }

  #replace(page: Page): void {
    this.#pages = [];
    this.#push(page);
  }

  #push(page: Page): void {
    this.#doing = this.#note = null;
    this.#pages.push(page);
    this.#draw();
  }

  #draw(): void {
    const page = this.#pages.at(-1) ?? null;
    this.#options.draw({ page, doing: this.#doing, note: this.#note, canGoBack: this.#pages.length > 1 });
  }
}

/** Reads an entry from the contents of its resource: Markdown, and its fields as JSON. */
function answerOfResource(result: unknown): Answer {
  const { contents } = fieldsOf(result);
  const texts = (Array.isArray(contents) ? contents : []).map((each) => fieldsOf(each));
  const json = texts.find(({ mimeType }) => mimeType === "application/json");
  return readAnswer({ structuredContent: { value: [JSON.parse(textOf(json?.text) ?? "null")] } });
}
