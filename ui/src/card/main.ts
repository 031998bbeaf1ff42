/** A card in the assistant: draws what the host passes on, and tells the host what is clicked. */
import { system } from "../system";
import "../tokens.css";
import "../base.css";
import "./card.css";
import { type Fields, fieldsOf } from "./answer";
import { Card, type View } from "./card";
import CardPage from "./Card.svelte";
import { htmlOf } from "./html";
import { sentence } from "./page";

declare const VERSION: string;

const root = document.documentElement;
const main = document.querySelector("main");
if (!main) throw new Error("card.html has no main");

function draw(view: View): void {
  const hadFocus = main?.contains(document.activeElement);
  if (!main) return;
  try {
    main.innerHTML = htmlOf(CardPage, { view });
  } catch (error) {
    reportError(error);
    const page = sentence("This answer cannot be shown", "It stands in the conversation.");
    main.innerHTML = htmlOf(CardPage, { view: { ...view, page } });
  }
  if (hadFocus) main.focus();
}

function adapt({ theme, safeAreaInsets }: Fields): void {
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  for (const side of ["top", "right", "bottom", "left"]) {
    const inset = fieldsOf(safeAreaInsets)[side];
    if (typeof inset === "number") document.body.style.setProperty(`padding-${side}`, `${inset}px`);
  }
}

root.dataset.system = system;
const card = new Card({ post: (message) => parent.postMessage(message, "*"), draw, adapt, version: VERSION });

addEventListener("message", ({ source, data }) => {
  if (source === parent) card.receive(data);
});
main.addEventListener("click", ({ target }) => {
  const { uri, part, url, compare, back } = (target as Element).closest<HTMLElement>("button")?.dataset ?? {};
  if (uri) void card.open(uri, part ? Number(part) : undefined);
  else if (compare) void card.compare(compare);
  else if (url) void card.openLink(url);
  else if (back !== undefined) card.back();
});
new ResizeObserver(() => {
  card.resize(innerWidth, Math.ceil(document.body.getBoundingClientRect().height));
}).observe(document.body);
void card.start();
