import type { MockHost } from "./host";
import type { Options } from "./options";

declare global {
  interface Window {
    mockHost: MockHost;
    mockOptions?: Partial<Options>;
  }
}
