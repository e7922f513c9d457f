/** The calls of an import over HTTP. */

import { CALLS } from "../contract/api.ts";
import type { PlannedCall } from "../import/planned.ts";
import type { SendCall } from "../import/read-present.ts";
import { type ApiClient, jsonOf } from "./api-client.ts";
import { CliError } from "./cli-error.ts";

export const sendingBy =
  (api: ApiClient): SendCall =>
  async (call) => {
    const { method } = CALLS[call.name];
    try {
      const response = await api.send(method, pathOf(call), { ...bodyOf(call), waits: true });
      return { isDone: true, json: await jsonOf(response, api.url) };
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      return { isDone: false, status: error.status, sentence: error.message };
    }
  };

// functions: an id from a file changes neither the pattern nor the path
function pathOf({ name, id = "", scheduleId = "", query = {} }: PlannedCall): string {
  const search = new URLSearchParams(query).toString();
  const path = CALLS[name].path
    .replace("{id}", () => encodeURIComponent(id))
    .replace("{scheduleId}", () => encodeURIComponent(scheduleId));
  return search === "" ? path : `${path}?${search}`;
}

function bodyOf({ body, csv }: PlannedCall) {
  if (csv !== undefined) {
    return { body: new TextEncoder().encode(csv), headers: { "content-type": "text/csv" } };
  }
  return body === undefined ? {} : { body };
}
