/**
 * Puts a mocked shell behind the page. With `npx vite` in ui/, open /tests/mock/index.html?<options>: see
 * options.ts. The browser tests inject it before the built page's own script.
 */
import { Bridge } from "./bridge";
import { MockHost } from "./host";
import { readOptions } from "./options";

const bridge = new Bridge();
const host = new MockHost(bridge, readOptions());
Object.assign(window, { __TAURI_INTERNALS__: bridge, mockHost: host });
// As the shell does (`freezePrototype`).
Object.freeze(Object.prototype);
