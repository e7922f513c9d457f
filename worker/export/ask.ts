/** How an export asks the API: from inside, or over HTTP. A refused call is thrown. */

import type { CallName } from "../contract/api.ts";

export interface AskedCall {
  /** The `{id}` of the path. */
  id?: string;
  query?: Record<string, string>;
  accept?: string;
}

export type Ask = (name: CallName, request?: AskedCall) => Promise<Response>;
