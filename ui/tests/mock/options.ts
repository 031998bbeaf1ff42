/** The scenario that the mocked shell plays. */
export const DEFAULT_OPTIONS = {
  /** The first start: nothing is connected, and the first steps are shown. */
  first: false,
  /** Open5e cannot be reached. */
  offline: false,
  /** The library is empty. */
  empty: false,
  /** The server has failed, and every request to it fails. */
  failing: false,
  /** Answers take 400 ms. */
  slow: false,
  /** A sync and an import are running from the start. */
  busy: false,
  /** There are reports of a sync, an import and a failure. */
  reports: false,
  /** The library has 20,000 entries. */
  large: false,
  /** The library is served over HTTP. */
  http: false,
};

export type Options = typeof DEFAULT_OPTIONS;

/** Reads the options from `window.mockOptions` or the page's query, such as `?first&offline`. */
export function readOptions(): Options {
  const query = new URLSearchParams(location.search);
  const options = { ...DEFAULT_OPTIONS, ...window.mockOptions };
  for (const name of Object.keys(options) as (keyof Options)[]) options[name] ||= query.has(name);
  return options;
}
