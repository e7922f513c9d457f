/** Connected clients. */

import * as z from "zod";
import { endpoints } from "./endpoint.ts";
import { moment, named, uuid } from "./fields.ts";

const count = () => z.int().nonnegative();

export const LiveClient = named("LiveClient", {
  /** Id of the connection; a reconnecting client gets another. */
  connection_id: uuid(),
  /** `guest`: a page that is open with a guest's link. */
  kind: z.enum(["api-key", "token", "guest", "credential", "device"]),
  /** Id of the API key, token, guest, credential or device of its login. */
  id: uuid(),
  /** Name of the token, guest, credential or device; null for an API key. */
  name: z.string().nullable(),
  /** An API key in it is hidden. */
  client_id: z.string(),
  protocol: z.enum(["3.1", "3.1.1", "5.0"]),
  since: moment(),
  last_seen: moment(),
  browser: z.boolean(),
  country: z.string().nullable(),
  colo: z.string().nullable(),
  /** The client's address; null when unknown. */
  address: z.string().nullable(),
  messages_in: count(),
  messages_out: count(),
  bytes_in: count(),
  bytes_out: count(),
  /** Its filters, with those that the broker added. */
  subscriptions: z.array(z.string()),
  /** Number of its filters that are left out, because all lists together are too long; omitted when the list is whole. */
  more_subscriptions: z.int().exactOptional(),
});
export type LiveClient = z.infer<typeof LiveClient>;

export const CLIENT_CALLS = endpoints({
  listClients: {
    method: "GET",
    path: "/v0/mqtt/clients/",
    access: "token",
    scopes: ["devices:read"],
    summary: "Clients that are connected now, newest first",
    response: z.array(LiveClient),
    problems: [503],
  },
  disconnectClient: {
    method: "DELETE",
    path: "/v0/mqtt/clients/{id}/",
    access: "token",
    scopes: ["setup:write"],
    summary: "Disconnect a client, by its connection id; it may come back",
  },
});
