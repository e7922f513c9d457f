/**
 * Import rules of the Worker, lowest first: a module may import those above it and the single files that are
 * named.
 */

import { CONTRACTS, type ImportRule } from "./import-rule.ts";

/** A folder of `worker/`, or a file that is a module by itself. Every module may import the contracts. */
const row = (name: string, may: string[], packages = /^$/, broker: RegExp[] = []): ImportRule => ({
  files: place(name),
  mayImport: [CONTRACTS, ...may.map(place), ...broker],
  packages,
});

function place(name: string): RegExp {
  return new RegExp(`^worker/${name.endsWith(".ts") ? `${name.replaceAll(".", "\\.")}$` : `${name}/`}`);
}

const NODE = /^node:/;

export const WORKER_RULES: ImportRule[] = [
  // The HTTP API exposes device events, whose names belong to the MQTT contract.
  { files: /^worker\/contract\//, mayImport: [/^broker\/contract\//, /^package\.json$/], packages: /^zod$/ },
  row("address-counter.ts", []),
  row("errors.ts", []),
  row("hosts.ts", []),
  row("json.ts", [], /^zod$/),
  row("patience.ts", []),
  row("log.ts", [], /^$/, [/^broker\/ports\.ts$/]),
  row(
    "env.ts",
    ["hosts.ts", "log.ts", "observability/meter-table.ts", "keys/keys.ts", "throttle/throttle-log.ts"],
    /^$/,
    [/^broker\/object\.ts$/],
  ),
  row("keys", [], NODE),
  row("throttle", ["env.ts", "patience.ts", "keys"], /^cloudflare:workers$/),
  row("db", ["keys/digest.ts"], /^(drizzle-(orm|kit)|zod)$/),
  row(
    "auth",
    ["address-counter.ts", "db", "env.ts", "errors.ts", "keys", "throttle"],
    /^(node:.*|hono|@levischuck\/tiny-cbor)$/,
  ),
  // All calls of an account's object go through here.
  row("account", ["db", "env.ts", "errors.ts", "patience.ts", "keys"], /^$/, [/^broker\/object\.ts$/]),
  // Counting, storage and reporting of metrics.
  row("observability", [], /^(cloudflare:workers|zod)$/, [/^broker\/ports\.ts$/]),
  // The checks of a deployment's configuration.
  row("doctor", ["account", "db", "env.ts", "patience.ts", "keys"], NODE),
  row("mail", ["db", "env.ts", "keys", "patience.ts", "throttle"], /^zod$/),
  // The broker's interface to its environment.
  row("ports", ["db", "env.ts", "observability", "keys"], /^$/, [/^broker\/ports\.ts$/]),
  row("present", ["db"]),
  // Deliveries of notices.
  row(
    "notify",
    ["db", "env.ts", "hosts.ts", "keys", "mail", "observability", "patience.ts", "present", "throttle"],
    /^(node:.*|ipaddr\.js|@block65\/webcrypto-web-push)$/,
    // A message shows its time in the zone of the account.
    [/^broker\/ports\.ts$/, /^broker\/schedules\/local-time\.ts$/],
  ),
  // Server-sent events: the account's object sends MQTT, which is decoded here.
  row("stream", ["present"], /^(node:.*|zod)$/, [/^broker\/(codec|session)\//]),
  row("reference", [], /^(hono|zod)$/),
  row("legal", ["env.ts", "errors.ts", "throttle/limits.ts"], /^(hono|marked)$/),
  // The broker's own code decides which login may use a topic.
  row("asyncapi", ["reference"], /^zod$/, [/^broker\/routing\/access\.ts$/]),
  row("openapi.ts", ["reference", "throttle/limits.ts"], /^zod$/),
  // One source for `npm run export` and the call.
  row("export", ["patience.ts"], /^(node:.*|zod)$/),
  // The same on the command line and in the page.
  row("import", [], /^fflate$/),
  row(
    "api",
    [
      "account",
      "auth",
      "db/json-columns.ts",
      "db/operator-actions.ts",
      "db/statement.ts",
      "env.ts",
      "errors.ts",
      "export/ask.ts",
      "log.ts",
      "patience.ts",
      "keys",
      "throttle",
    ],
    /^zod$/,
  ),
  // Without an account in the address, the CONNECT is read before its broker is known.
  row(
    "gateway",
    [
      "account",
      "address-counter.ts",
      "db",
      "env.ts",
      "api/headers.ts",
      "log.ts",
      "patience.ts",
      "keys",
      "throttle",
    ],
    /^(node:.*|cloudflare:workers)$/,
    [/^broker\/(codec|session)\//],
  ),
  // The login of an assistant: its documents, its page's questions, its tokens.
  row(
    "oauth",
    ["account", "api", "auth", "db", "env.ts", "errors.ts", "hosts.ts", "keys", "mail", "notify", "throttle"],
    /^(node:.*|zod)$/,
  ),
  // Due times are computed by the broker's own code, so that both agree.
  row(
    "routes",
    [
      "account",
      "auth",
      "db",
      "doctor",
      "export",
      "gateway",
      "api",
      "asyncapi",
      "mail",
      "notify",
      "oauth",
      "observability",
      "present",
      "stream",
      "keys",
      "throttle",
      "env.ts",
      "errors.ts",
      "hosts.ts",
      "openapi.ts",
    ],
    /^client-zip$/,
    [/^broker\/schedules\//],
  ),
  // The tools call the API from inside.
  row(
    "mcp",
    ["api", "auth", "env.ts", "errors.ts", "hosts.ts", "oauth", "present", "routes", "throttle"],
    /^zod$/,
  ),
  // Seals the values of older keys anew.
  row("rekey.ts", ["db", "keys"]),
  row("jobs.ts", ["account", "db", "mail", "keys/keys.ts", "rekey.ts"]),
  row(
    "app.ts",
    [
      "env.ts",
      "errors.ts",
      "hosts.ts",
      "api",
      "log.ts",
      "mcp",
      "oauth",
      "observability",
      "openapi.ts",
      "routes",
      "keys/digest.ts",
      "legal",
    ],
    /^hono$/,
  ),
  // The composition root of API, broker and ports.
  row(
    "index.ts",
    [
      "app.ts",
      "env.ts",
      "gateway",
      "jobs.ts",
      "log.ts",
      "notify",
      "ports",
      "keys/digest.ts",
      "throttle/throttle-log.ts",
    ],
    /^$/,
    [/^broker\/object\.ts$/],
  ),
  // The local product around the deployed code.
  row("desk", []),
  row("development.ts", [
    "app.ts",
    "auth/password.ts",
    "desk",
    "env.ts",
    "index.ts",
    "mail",
    "observability/meter-table.ts",
    "keys/digest.ts",
  ]),
  // A desk sends the Worker's requests, by the rules of the deliveries.
  row(
    "local",
    ["keys", "notify/host-names.ts", "notify/outbound.ts"],
    /^(node:.*|cloudflare:workers|esbuild|workerd:unsafe|ipaddr\.js|miniflare|smol-toml|vite|wrangler)$/,
  ),
  row("cli/commands/broker.ts", ["cli", "local"], /^commander$/),
  // An operator at the machine of the product uses the key in its file.
  row("cli/commands/admin.ts", ["cli", "local/local-secrets.ts", "local/paths.ts"], /^commander$/),
  row("cli/admin", ["cli", "keys/digest.ts"], /^node:.*$/),
  // The other commands use the public API, and show times as the service plans them.
  row(
    "cli",
    ["export", "import", "local/secret-file.ts", "local/stop-signal.ts"],
    /^(node:.*|commander|@bomb\.sh\/tab|eventsource-parser|mqtt)$/,
    [/^package\.json$/, /^broker\/schedules\/local-time\.ts$/],
  ),
  // The bridge from TCP is a program of its own, for any machine with Node.
  row(
    "bridge",
    [
      "address-counter.ts",
      "gateway/client-header.ts",
      "keys/keys.ts",
      "observability/exposition.ts",
      "patience.ts",
      "throttle/address.ts",
    ],
    /^(node:.*|ws)$/,
  ),
];
