/** A browser's globals while a page is rendered at build time. */

import { JSDOM } from "jsdom";

class NothingSeen {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Every call of the API gets this answer. */
export async function inBrowser<T>(
  url: string,
  answer: unknown,
  work: (document: Document) => Promise<T>,
): Promise<T> {
  const { window } = new JSDOM("<!doctype html><body></body>", { url, pretendToBeVisual: true });
  const globals = {
    window,
    self: window,
    document: window.document,
    navigator: window.navigator,
    location: window.location,
    localStorage: window.localStorage,
    sessionStorage: window.sessionStorage,
    Event: window.Event,
    IntersectionObserver: NothingSeen,
    ResizeObserver: NothingSeen,
    scrollTo() {},
    fetch: () => Promise.resolve(Response.json(answer)),
  };
  const replaced = Object.entries(globals).map(([name, value]) => {
    const own = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    return [name, own] as const;
  });
  Object.assign(window, { IntersectionObserver: NothingSeen, scrollTo() {} });
  Object.assign(window.Element.prototype, { scrollTo() {} });
  try {
    return await work(window.document);
  } finally {
    window.close();
    for (const [name, own] of replaced) {
      if (own === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, own);
    }
  }
}
