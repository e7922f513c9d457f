/** Apps: assistants that log in by OAuth for `/mcp`, and the page on which a person allows them. */

import * as z from "zod";
import { endpoints } from "./endpoint.ts";
import { boolean, list, moment, named, secret, text, uuid } from "./fields.ts";
import { MAX_APP_DEVICES, MAX_AUTHORIZATION, MAX_CLIENT_NAME } from "./limits.ts";

export const App = named("App", {
  id: uuid(),
  /** As the app calls itself. */
  name: z.string(),
  /** Of the app's address, or where its answer goes; no words of the app. */
  host: z.string(),
  /** Of all its logins. */
  scopes: z.array(z.string()),
  /** Whether the owner is asked before it switches a device, whatever the device says. */
  asks_first: z.boolean(),
  created_at: moment(),
  /** To the hour; null: never used. */
  last_used_at: moment().nullable(),
});
export type App = z.infer<typeof App>;

/** The query of `/authorize`, as the app wrote it: nothing of it may be changed on the way. */
const query = () => secret({ max: MAX_AUTHORIZATION });

const AuthorizationQuery = named("AuthorizationQuery", { query: query() });

const OfferedScope = named("OfferedScope", {
  /** For the whole account; it may be limited to devices by `:{deviceId}`. */
  scope: z.string(),
  /** Chosen unless the person decides otherwise. */
  on: z.boolean(),
});

/** What a person is asked. */
export const Authorization = named("Authorization", {
  /** As the app calls itself. */
  name: z.string(),
  /** Of the app's address, or where its answer goes. */
  host: z.string(),
  /** The host or program that gets the answer. */
  returns_to: z.string(),
  /** What it asks for, without what it has. */
  asked: z.array(OfferedScope),
  /** The scopes of its logins so far. */
  had: z.array(z.string()),
  /** Whether *ask me first* is chosen unless the person decides otherwise. */
  asks_first: z.boolean(),
  /** Why the request cannot be allowed, and the address that tells the app so; null: it can. */
  problem: named("AuthorizationProblem", { sentence: z.string(), redirect: z.string() }).nullable(),
});
export type Authorization = z.infer<typeof Authorization>;

/** Six rights, three of them for each device. */
const MAX_GRANTED = 6 + 3 * MAX_APP_DEVICES;

const AuthorizationAnswer = named("AuthorizationAnswer", {
  query: query(),
  allow: boolean(),
  /** Of those that were asked for, and those that it had. */
  scopes: list(text({ max: 100 }), MAX_GRANTED).meta({ examples: [["devices:read", "values:read"]] }),
  /** The owner is asked before the app switches a device. Default: true. */
  asks_first: boolean().optional(),
  /** The name that the person saw: the app may have changed it since. */
  name: secret({ max: MAX_CLIENT_NAME }),
});

const AuthorizationRedirect = named("AuthorizationRedirect", {
  /** Where the browser goes next. */
  redirect: z.string(),
});

export const APP_CALLS = endpoints({
  listApps: {
    method: "GET",
    path: "/v0/apps/",
    access: "user",
    summary: "Apps that logged in by OAuth, newest first",
    response: z.array(App),
    problems: [503],
    whileSuspended: true,
  },
  deleteApp: {
    method: "DELETE",
    path: "/v0/apps/{id}/",
    access: "user",
    summary: "End an app: its tokens are dead before the answer",
  },
  checkAuthorization: {
    method: "POST",
    path: "/v0/authorize/check/",
    access: "user",
    summary: "Read an app's request to log in, as its page shows it",
    request: AuthorizationQuery,
    response: Authorization,
    throttle: "authorize",
  },
  answerAuthorization: {
    method: "POST",
    path: "/v0/authorize/",
    access: "user",
    summary: "Allow or deny an app's request to log in",
    request: AuthorizationAnswer,
    response: AuthorizationRedirect,
    throttle: "authorize",
  },
});
