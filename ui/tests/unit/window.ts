/** The parts of a browser that the page's logic uses, for tests without one. */
import { vi } from "vitest";
import { Bridge } from "../mock/bridge";

class FakeElement {
  matches = () => false;
  closest = () => null;
}

/** A bridge to the mocked shell of a test. */
export const shell = new Bridge();

vi.stubGlobal("window", globalThis);
vi.stubGlobal("Element", FakeElement);
vi.stubGlobal("HTMLElement", FakeElement);
vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15" });
vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false, documentElement: { dataset: {} } }));
vi.stubGlobal("__TAURI_INTERNALS__", shell);
