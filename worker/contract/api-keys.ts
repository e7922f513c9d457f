/** API keys, with which devices log in. */

import * as z from "zod";
import { endpoints } from "./endpoint.ts";
import { moment, named, uuid } from "./fields.ts";

/** A key that cannot be read is empty and sorted last. */
export const ApiKey = named("ApiKey", { id: uuid(), key: z.string(), created_at: moment() });
export type ApiKey = z.infer<typeof ApiKey>;

export const API_KEY_CALLS = endpoints({
  listApiKeys: {
    method: "GET",
    path: "/v0/api-keys/",
    access: "user",
    summary: "API keys, newest first",
    response: z.array(ApiKey),
    whileSuspended: true,
  },
  createApiKey: {
    method: "POST",
    path: "/v0/api-keys/",
    access: "user",
    status: 201,
    summary: "Make an API key",
    response: ApiKey,
    problems: [400],
  },
  deleteApiKey: {
    method: "DELETE",
    path: "/v0/api-keys/{id}/",
    access: "token",
    scopes: ["setup:write"],
    summary: "Delete an API key; its clients are disconnected before the answer",
  },
});
