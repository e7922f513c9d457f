/**
 * The request of an app that opened `/authorize`. It is read before the router, which writes an address again in its own
 * form: the app must get its `state` back as it was.
 */

import { sessionStore } from "./safe-storage.ts";

const PATH = "/authorize";
const KEY = "app_request";

/** Also true for the build, which renders the landing page without a browser. */
const isElsewhere = typeof window === "undefined" || window.location.pathname !== PATH;

/** The query of the first address; empty on other pages. */
export const appRequest: string = isElsewhere ? "" : window.location.search.slice(1);

/** Before the login, after which the page opens again. */
export const keepAppRequest = (): boolean => sessionStore.write(KEY, appRequest);

/** The address to return to after a login; null for none. Once. */
export function appRequestAddress(): string | null {
  const query = sessionStore.read(KEY);
  sessionStore.remove(KEY);
  return query === null ? null : `${PATH}?${query}`;
}
