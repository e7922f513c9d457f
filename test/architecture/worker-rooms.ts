/** The rooms of the Worker, lowest first: but for single files that are named, a room knows those above it only. */

import { CONTRACTS, type Room } from "./room.ts";

/** A folder of `worker/`, or a file that is a room by itself; the contracts are everybody's. */
const row = (name: string, may: string[], packages = /^$/, broker: RegExp[] = []): Room => ({
  room: place(name),
  may: [CONTRACTS, ...may.map(place), ...broker],
  packages,
});

function place(name: string): RegExp {
  return new RegExp(`^worker/${name.endsWith(".ts") ? `${name.replaceAll(".", "\\.")}$` : `${name}/`}`);
}

const NODE = /^node:/;

export const WORKER_ROOMS: Room[] = [
  // The HTTP wire tells of device events, which the MQTT wire names.
  { room: /^worker\/contract\//, may: [/^broker\/contract\//, /^package\.json$/], packages: /^zod$/ },
  row("address-counter.ts", []),
  row("errors.ts", []),
  row("hosts.ts", []),
  row("json.ts", [], /^zod$/),
  row("patience.ts", []),
  row("log.ts", [], /^$/, [/^broker\/ports\.ts$/]),
  row(
    "env.ts",
    [...["hosts.ts", "log.ts", "observability/meter-table.ts", "keys/keys.ts", "throttle/throttle-log.ts"]],
    /^$/,
    [/^broker\/rpc\.ts$/],
  ),
  // What runs SQL by itself takes the statement from the room that has the tables.
  row("keys", ["db/kept-anew.ts", "db/statement.ts"], NODE),
  row("throttle", ["json.ts", "patience.ts", "keys"], /^cloudflare:workers$/),
  row("db", ["json.ts", "keys/account-name.ts"], /^(drizzle-(orm|kit)|zod)$/, [/^broker\/ports\.ts$/]),
  row("auth", ["db", "env.ts", "errors.ts", "keys", "throttle"], NODE),
  // The door to an account's object: whoever wants something of it comes here.
  row("account", ["db", "env.ts", "errors.ts", "patience.ts", "keys"], /^$/, [/^broker\/rpc\.ts$/]),
  // What was counted, where it is kept, and how it is told.
  row("observability", ["json.ts"], /^(cloudflare:workers|zod)$/, [/^broker\/ports\.ts$/]),
  // What the service needs to run, looked at one by one.
  row("doctor", ["account", "db", "env.ts", "json.ts", "patience.ts", "keys"], NODE),
  row("mail", ["db", "env.ts", "json.ts", "keys"], /^zod$/),
  // What the broker needs from outside, and the rights that it speaks of there.
  row("ports", ["auth/link-username.ts", "db", "env.ts", "json.ts", "observability", "keys"], /^$/, [
    /^broker\/(ports|routing\/access)\.ts$/,
  ]),
  row("present", ["auth/link-username.ts", "db", "keys/account-name.ts"]),
  // Readers over HTTP: what the account's object sends them is MQTT.
  row("stream", ["present"], /^(node:.*|zod)$/, [/^broker\/(codec|session)\//]),
  row("reference", [], /^(hono|zod)$/),
  row("openapi.ts", ["reference", "throttle/limits.ts"], /^zod$/),
  row(
    "api",
    [
      ...[
        "auth",
        "db/json-columns.ts",
        "db/operator-actions.ts",
        "db/statement.ts",
        "env.ts",
        "errors.ts",
        "log.ts",
        "patience.ts",
      ],
      ...["keys", "throttle"],
    ],
    /^zod$/,
  ),
  // Where no address names the account, its CONNECT is read before its broker can be found.
  row(
    "gateway",
    [
      "account",
      "address-counter.ts",
      "db",
      "env.ts",
      "api/browser.ts",
      "log.ts",
      "patience.ts",
      "keys",
      "throttle",
    ],
    /^(node:.*|cloudflare:workers)$/,
    [/^broker\/(codec|session)\//],
  ),
  // When a schedule is due is reckoned by the broker's own room: two would disagree one day.
  row(
    "routes",
    [
      ...["account", "auth", "db", "doctor", "gateway", "api", "mail", "observability", "present", "stream"],
      ...["keys", "throttle", "env.ts", "errors.ts", "hosts.ts", "openapi.ts"],
    ],
    /^$/,
    [/^broker\/schedules\//],
  ),
  row("jobs.ts", ["account", "db", "mail", "keys"]),
  row(
    "app.ts",
    [
      ...["env.ts", "errors.ts", "hosts.ts", "api", "log.ts", "observability", "openapi.ts", "routes"],
      "keys/account-name.ts",
    ],
    /^hono$/,
  ),
  // The one place that joins the API, the broker and what the broker needs.
  row(
    "index.ts",
    [
      ...["app.ts", "env.ts", "gateway", "jobs.ts", "log.ts", "ports"],
      ...["keys/account-name.ts", "throttle/throttle-log.ts"],
    ],
    /^$/,
    [/^broker\/object\.ts$/],
  ),
  // What only a desk has, around what is deployed.
  row("development.ts", [
    "app.ts",
    "env.ts",
    "index.ts",
    "mail",
    "observability/meter-table.ts",
    "keys/digest.ts",
  ]),
  // The command-line device speaks to the broker as any client does, and names things as it does.
  row("local/device.ts", ["local"], /^(node:.*|mqtt)$/),
  row("local", ["keys"], /^(node:.*|vite|wrangler)$/),
  // The bridge from TCP is a program of its own, for any machine with Node.
  row(
    "bridge",
    [
      ...["address-counter.ts", "gateway/client-header.ts", "keys/keys.ts"],
      ...["observability/exposition.ts", "patience.ts", "throttle/address.ts"],
    ],
    /^(node:.*|ws)$/,
  ),
];
