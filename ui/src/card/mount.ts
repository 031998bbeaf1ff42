/** Puts a card on a page: draws it, and tells it what is clicked. */
import { system } from "../system";
import "../tokens.css";
import "../base.css";
import "./card.css";
import { Card, type CardOptions, type View } from "./card";
import CardPage from "./Card.svelte";
import { htmlOf } from "./html";
import { sentence } from "./page";

/** Returns a card that draws itself in the page's `main`. */
export function mountCard(options: Omit<CardOptions, "draw">): Card {
  const main = document.querySelector("main");
  if (!main) throw new Error("the page has no main");
  document.documentElement.dataset.system = system;

  function draw(view: View): void {
    const hadFocus = main?.contains(document.activeElement);
    if (!main) return;
    try {
      main.innerHTML = htmlOf(CardPage, { view });
    } catch (error) {
      reportError(error);
      const page = sentence("This answer cannot be shown", "It is in the conversation.");
      main.innerHTML = htmlOf(CardPage, { view: { ...view, page } });
    }
    if (hadFocus) main.focus();
  }

  const card = new Card({ ...options, draw });
  main.addEventListener("click", ({ target }) => {
    const { uri, part, url, compare, back } =
      (target as Element).closest<HTMLElement>("button, [role=link]")?.dataset ?? {};
    if (uri) void card.open(uri, part ? Number(part) : undefined);
    else if (compare) void card.compare(compare);
    else if (url) void card.openLink(url);
    else if (back !== undefined) card.back();
  });
  main.addEventListener("keydown", ({ key, target }) => {
    if (key === "Enter" && target instanceof HTMLElement && target.matches("[role=link]")) target.click();
  });
  return card;
}
