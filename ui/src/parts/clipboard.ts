/** Copies a text, or one that a function fetches; returns false if the system denies it. */
export async function copyText(text: string | (() => Promise<string>)): Promise<boolean> {
  try {
    if (typeof text === "string") await navigator.clipboard.writeText(text);
    else {
      // Written as a promise: after a wait, the browser would not count it as an answer to the click.
      const fetched = text().then((plain) => new Blob([plain], { type: "text/plain" }));
      await navigator.clipboard.write([new ClipboardItem({ "text/plain": fetched })]);
    }
    return true;
  } catch {
    return false;
  }
}
