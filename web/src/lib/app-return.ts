/** Back to an app's request after a login. */

import { appRequest } from "./app-request.ts";
import { sessionStore } from "./safe-storage.ts";

const KEY = "app_request";

/** Before the login, after which the page opens again. */
export const keepAppRequest = (): boolean => sessionStore.write(KEY, appRequest);

/** The address to return to after a login; null for none. Once. */
export function appRequestAddress(): string | null {
  const query = sessionStore.read(KEY);
  sessionStore.remove(KEY);
  return query === null ? null : `/authorize?${query}`;
}
