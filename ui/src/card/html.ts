/**
 * Draws Svelte components as HTML. They are compiled to functions that write to what Svelte calls a renderer;
 * its own, which also waits for promises and prepares pages for hydration, would be a fifth of a card. A test
 * compares the two.
 */
import type { Component } from "svelte";

type Part = (html: Html) => void;

class Html {
  written = "";
  #ids = 0;
  readonly global = { uid: (): string => `s${++this.#ids}` };

  push(html: string): void {
    this.written += html;
  }

  component(write: Part): void {
    write(this);
  }

  /** Writes a part; if it fails, writes another instead. */
  boundary({ failed }: { failed: Part }, write: Part): void {
    const before = this.written;
    try {
      write(this);
    } catch {
      this.written = before;
      failed(this);
    }
  }
}

/** Returns a component as HTML. */
export function htmlOf<Props extends Record<string, unknown>>(component: Component<Props>, props: Props): string {
  const html = new Html();
  (component as unknown as (html: Html, props: Props) => void)(html, props);
  // The marks for hydration.
  return html.written.replaceAll(/<!--[^>]*-->/g, "");
}
