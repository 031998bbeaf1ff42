/** A card in the assistant: draws what the host passes on, and tells the host what is clicked. */
import { type Fields, fieldsOf } from "./answer";
import { mountCard } from "./mount";

declare const VERSION: string;

function adapt({ theme, safeAreaInsets }: Fields): void {
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  for (const side of ["top", "right", "bottom", "left"]) {
    const inset = fieldsOf(safeAreaInsets)[side];
    if (typeof inset === "number") document.body.style.setProperty(`padding-${side}`, `${inset}px`);
  }
}

const card = mountCard({ post: (message) => parent.postMessage(message, "*"), adapt, version: VERSION });

addEventListener("message", ({ source, data }) => {
  if (source === parent) card.receive(data);
});
new ResizeObserver(() => {
  card.resize(innerWidth, Math.ceil(document.body.getBoundingClientRect().height));
}).observe(document.body);
void card.start();
