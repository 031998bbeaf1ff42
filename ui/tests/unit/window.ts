/** The few things of a browser that page logic looks at, for tests that run without one. */
import { vi } from "vitest";
import { Bridge } from "../mock/bridge";

class FakeElement {
  matches = () => false;
  closest = () => null;
}

/** A bridge to a shell that the test plays. */
export const shell = new Bridge();

vi.stubGlobal("window", globalThis);
vi.stubGlobal("Element", FakeElement);
vi.stubGlobal("HTMLElement", FakeElement);
vi.stubGlobal("navigator", { platform: "Linux x86_64" });
vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false, documentElement: { dataset: {} } }));
vi.stubGlobal("__TAURI_INTERNALS__", shell);
