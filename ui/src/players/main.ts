/** The page for players: a field for words, and below it a card with what the shared library answers. */
import { fieldsOf, textOf } from "../card/answer";
import { mountCard } from "../card/mount";
import "./players.css";
import { SharedLibrary, SharingProblem } from "./shared-library";

declare const VERSION: string;

/** A pause in typing after which the words are looked up. */
const PAUSE_MS = 400;
const SEARCH = "search_dnd_content";

// Browsers do not send what stands after the #.
const library = new SharedLibrary(location.hash.slice(1), VERSION);
const form = document.querySelector("form");
const field = document.querySelector("input");
const footer = document.querySelector("footer");

const card = mountCard({ post: (message) => void answer(message), adapt: () => {}, version: VERSION });
const tell = (method: string, params: object) => card.receive({ jsonrpc: "2.0", method, params });
const show = (params: unknown) => tell("ui/notifications/tool-result", params as object);
const say = (text: string) => show({ content: [{ type: "text", text }] });

/** Answers a request of the card, as an assistant would. */
async function answer(message: object): Promise<void> {
  const { id, method, params } = fieldsOf(message);
  if (id === undefined) return;
  const reply = (body: object) => card.receive({ jsonrpc: "2.0", id, ...body });
  const { name, arguments: args, url } = fieldsOf(params);
  try {
    if (method === "tools/call") reply({ result: await library.call(String(name), fieldsOf(args)) });
    else if (method === "ui/open-link") {
      open(String(url), "_blank", "noopener,noreferrer");
      reply({ result: {} });
    } else if (method === "ui/initialize") reply({ result: {} });
    else reply({ error: { code: -32601, message: `${String(method)} is unknown` } });
  } catch (error) {
    reply({ error: { code: -32603, message: String(error) } });
  }
}

const wordsOf = (error: unknown) => (error instanceof SharingProblem ? error.message : String(error));
let lastWords = "";

async function lookUp(): Promise<void> {
  const words = field?.value.trim() ?? "";
  if (words === lastWords) return;
  lastWords = words;
  if (!words) return greet();
  const found = await library.call(SEARCH, { query: words, limit: 20 }).then(
    (result) => () => show(result),
    (error: unknown) => () => say(wordsOf(error)),
  );
  // Only what was typed last is shown.
  if (words === lastWords) found();
}

const greet = () => say("Type a name or a few words: a spell, a creature, an item, a rule.");

let pause: ReturnType<typeof setTimeout> | undefined;
field?.addEventListener("input", () => {
  clearTimeout(pause);
  pause = setTimeout(() => void lookUp(), PAUSE_MS);
});
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(pause);
  lastWords = "";
  void lookUp();
});

// The phone's own Back leads from an entry to the list, and not away.
document.querySelector("main")?.addEventListener(
  "click",
  (event) => {
    const { uri, compare, back } = (event.target as Element).closest<HTMLElement>("button")?.dataset ?? {};
    if (uri || compare) history.pushState(null, "");
    if (back === undefined) return;
    event.stopPropagation();
    history.back();
  },
  { capture: true },
);
addEventListener("popstate", () => card.back());

void card.start();
greet();
library.call("list_documents", {}).then(
  (result) => {
    const { value } = fieldsOf(fieldsOf(result).structuredContent);
    const names = (Array.isArray(value) ? value : []).flatMap((each) => textOf(fieldsOf(each).document_name) ?? []);
    if (footer) footer.textContent = names.length > 0 ? `From ${names.join(", ")}` : "";
  },
  (error: unknown) => say(wordsOf(error)),
);
