/** What the mocked shell should play; each is off unless it stands in the page's query, such as `?first&offline`. */
export interface Options {
  /** The first start: nothing connected, the first steps are shown. */
  first: boolean;
  /** Open5e cannot be reached. */
  offline: boolean;
  /** The library holds nothing. */
  empty: boolean;
  /** The server has failed and every question with it. */
  failing: boolean;
  /** Answers take 400 ms. */
  slow: boolean;
  /** A sync and an import are underway from the start. */
  busy: boolean;
  /** Reports of a sync, an import and a failure wait to be closed. */
  reports: boolean;
  /** A library of 20,000 entries. */
  large: boolean;
  /** The library is served over HTTP. */
  http: boolean;
}

/** The options in the address, with those that a test has laid down in `window.mockOptions`. */
export function readOptions(): Options {
  const asked = new URLSearchParams(location.search);
  const laid: Partial<Options> = window.mockOptions ?? {};
  const is = (name: keyof Options) => laid[name] ?? asked.has(name);
  return {
    first: is("first"),
    offline: is("offline"),
    empty: is("empty"),
    failing: is("failing"),
    slow: is("slow"),
    busy: is("busy"),
    reports: is("reports"),
    large: is("large"),
    http: is("http"),
  };
}
