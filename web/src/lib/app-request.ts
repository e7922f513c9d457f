/**
 * The request of an app that opened `/authorize`: the query of the first address. It is read before the router, which
 * writes an address again in its own form: the app must get its `state` back as it was. The build renders the landing
 * page without a browser.
 */
export const appRequest = globalThis.location?.search.slice(1) ?? "";
