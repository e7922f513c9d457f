/** PURE. The configuration of the one runtime process: the product's Worker, and what `wrangler dev` has around it. */

import { bytes, embedded, member, type Value, written } from "./capnp.ts";
import type { PageFiles } from "./page-files.ts";

/** The header by which the runtime shows the supervisor who asks. */
export const KEY_HEADER = "switchyard-supervisor";

export interface RuntimeSetup {
  bundle: string;
  /** Of the packages whose Workers stand for the platform's services. */
  services: string;
  /** The folder of `desk.mjs` and `naps.mjs`. */
  programs: string;
  stateDirectory: string;
  pageFolder: string;
  page: PageFiles;
  pageRules: string;
  /** Names of variables, whose values are in the environment of the runtime. */
  variables: readonly string[];
  /** Where people, programs and devices connect. */
  http: readonly { host: string; port: number }[];
  tcp: { address: string; port: number } | null;
  worker: WorkerSettings;
  /** The server of the supervisor. */
  supervisor: { port: number; key: string };
  naps: boolean;
}

/** From wrangler.toml. */
export interface WorkerSettings {
  compatibilityDate: string;
  compatibilityFlags: readonly string[];
  databaseId: string;
  shield: { namespace: string; limit: number; period: number } | null;
}

/** A variable's name in the environment of the runtime. */
export const environmentName = (name: string): string => `SWITCHYARD_${name}`;

/** The classes of the product's objects. wrangler names their folders and derives their ids in the same way. */
const CLASSES = { BROKER: "Broker", THROTTLE_LOG: "ThrottleLog", METER_TABLE: "MeterTable" } as const;
const PRODUCT = "switchyard";
/** Of the services, as their packages have it. */
const SERVICE_DATE = "2023-07-24";

/** Returns it with the names of its sockets. */
export function runtimeConfig(setup: RuntimeSetup): { config: string; sockets: string[] } {
  const { http, tcp, naps } = setup;
  const sockets = [
    ...http.map(({ host, port }, at) => ({
      name: `http${at}`,
      address: `${hostIn(host)}:${port}`,
      http: {},
      service: PRODUCT,
    })),
    { name: "jobs", address: "127.0.0.1:0", http: {}, service: "desk" },
    ...(tcp === null
      ? []
      : [{ name: "tcp", address: `${hostIn(tcp.address)}:${tcp.port}`, tcp: {}, service: PRODUCT }]),
    ...(naps ? [{ name: "naps", address: "127.0.0.1:0", http: {}, service: "naps" }] : []),
  ];
  const services = [
    { name: PRODUCT, worker: productWorker(setup) },
    ...deskServices(setup),
    ...databaseServices(setup),
    ...shieldServices(setup),
    ...pageServices(setup),
  ];
  const value = { services, sockets, extensions: extensions(setup), logging: { structuredLogging: true } };
  const config = `using Workerd = import "/workerd/workerd.capnp";\nconst config :Workerd.Config = ${written(value)};\n`;
  return { config, sockets: sockets.map(({ name }) => name) };
}

/** As the runtime writes it: `*` is every address of both versions. */
const hostIn = (address: string): string => {
  if (address === "*" || address === "::") return "*";
  return address.includes(":") ? `[${address}]` : address;
};

const module = (name: string, path: string): Value => ({ name, esModule: embedded(path) });

function productWorker({ bundle, variables, worker }: RuntimeSetup): Value {
  const { compatibilityDate, compatibilityFlags, databaseId, shield } = worker;
  const entryOf = (service: string, namespace: string): Value => ({
    name: service,
    props: { json: JSON.stringify({ MINIFLARE_NAMESPACE: namespace }) },
  });
  return {
    modules: [module("worker.js", bundle)],
    compatibilityDate,
    compatibilityFlags,
    bindings: [
      ...variables.map((name) => ({ name, fromEnvironment: environmentName(name) })),
      ...Object.entries(CLASSES).map(([name, className]) => ({ name, durableObjectNamespace: className })),
      {
        name: "DB",
        wrapped: {
          moduleName: "cloudflare-internal:d1-api",
          innerBindings: [{ name: "fetcher", service: entryOf("d1:entry", databaseId) }],
        },
      },
      ...(shield === null
        ? []
        : [
            {
              name: "SHIELD",
              wrapped: {
                moduleName: "cloudflare-internal:ratelimit:module",
                innerBindings: [
                  { name: "fetcher", service: entryOf("ratelimit:entry", shield.namespace) },
                  { name: "limit", json: String(shield.limit) },
                  { name: "period", json: String(shield.period) },
                ],
              },
            },
          ]),
      { name: "ASSETS", service: "page" },
      { name: "MAIL", service: { name: "desk", entrypoint: "Mail" } },
      { name: "SUPERVISOR", service: "supervisor" },
    ],
    durableObjectNamespaces: Object.values(CLASSES).map((className) => ({
      className,
      uniqueKey: `${PRODUCT}-${className}`,
      enableSql: true,
    })),
    durableObjectStorage: { localDisk: "objects" },
    globalOutbound: "outbound",
  };
}

const disk = (name: string, path: string, writable = true): Value => ({
  name,
  disk: { path, writable, allowDotfiles: !writable },
});

function deskServices({ programs, stateDirectory, supervisor, naps }: RuntimeSetup): Value[] {
  const address = `127.0.0.1:${supervisor.port}`;
  const injectRequestHeaders = [{ name: KEY_HEADER, value: supervisor.key }];
  return [
    disk("objects", `${stateDirectory}/v3/do`),
    // the whole address of a request to another host is in its first line
    { name: "outbound", external: { address, http: { style: member("proxy"), injectRequestHeaders } } },
    { name: "supervisor", external: { address, http: { injectRequestHeaders } } },
    {
      name: "desk",
      worker: {
        modules: [module("desk.mjs", `${programs}/desk.mjs`)],
        compatibilityDate: "2025-03-17",
        compatibilityFlags: ["service_binding_extra_handlers"],
        bindings: [{ name: "PRODUCT", service: PRODUCT }],
      },
    },
    ...(naps
      ? [
          {
            name: "naps",
            worker: {
              modules: [module("naps.mjs", `${programs}/naps.mjs`)],
              compatibilityDate: "2026-07-08",
              compatibilityFlags: ["unsafe_module"],
              bindings: [
                { name: "BROKER", durableObjectNamespace: { className: "Broker", serviceName: PRODUCT } },
                { name: "KEY", text: supervisor.key },
              ],
            },
          },
        ]
      : []),
  ];
}

/** A Worker of one object class that keeps its data on the disk. */
const objectWorker = (className: string, path: string, storage: string): Value => ({
  modules: [module("object.js", path)],
  compatibilityDate: SERVICE_DATE,
  compatibilityFlags: ["nodejs_compat", "experimental"],
  durableObjectNamespaces: [{ className, uniqueKey: `miniflare-${className}`, enableSql: true }],
  durableObjectStorage: { localDisk: storage },
  bindings: [{ name: "MINIFLARE_BLOBS", service: storage }],
});

const entryWorker = (className: string, path: string, service: string, flags: readonly string[]): Value => ({
  modules: [module("entry.js", path)],
  compatibilityDate: SERVICE_DATE,
  compatibilityFlags: flags,
  bindings: [{ name: "MINIFLARE_OBJECT", durableObjectNamespace: { className, serviceName: service } }],
});

function databaseServices({ services, stateDirectory }: RuntimeSetup): Value[] {
  const flags = ["enhanced_error_serialization"];
  return [
    disk("d1:storage", `${stateDirectory}/v3/d1`),
    {
      name: "d1:entry",
      worker: entryWorker("D1DatabaseObject", `${services}/d1/entry.worker.js`, "d1:db", flags),
    },
    {
      name: "d1:db",
      worker: objectWorker("D1DatabaseObject", `${services}/d1/database.worker.js`, "d1:storage"),
    },
  ];
}

function shieldServices({ services, stateDirectory, worker }: RuntimeSetup): Value[] {
  if (worker.shield === null) return [];
  const object = `${services}/ratelimit/ratelimit-object.worker.js`;
  return [
    disk("ratelimit:storage", `${stateDirectory}/v3/ratelimit`),
    {
      name: "ratelimit:entry",
      worker: entryWorker(
        "RateLimiterObject",
        `${services}/shared/object-entry.worker.js`,
        "ratelimit:ns",
        [],
      ),
    },
    { name: "ratelimit:ns", worker: objectWorker("RateLimiterObject", object, "ratelimit:storage") },
  ];
}

function pageServices({ services, pageFolder, page, pageRules }: RuntimeSetup): Value[] {
  return [
    disk("page:storage", pageFolder, false),
    {
      name: "page:files",
      worker: {
        modules: [module("files.js", `${services}/assets/assets-kv.worker.js`)],
        compatibilityDate: SERVICE_DATE,
        compatibilityFlags: ["nodejs_compat"],
        bindings: [
          { name: "MINIFLARE_BLOBS", service: "page:storage" },
          { name: "ASSETS_REVERSE_MAP", json: JSON.stringify(page.places) },
        ],
      },
    },
    {
      name: "page",
      worker: {
        modules: [module("page.js", `${services}/assets/assets.worker.js`)],
        compatibilityDate: "2024-07-31",
        compatibilityFlags: ["nodejs_compat", "enable_ctx_exports"],
        bindings: [
          { name: "ASSETS_KV_NAMESPACE", kvNamespace: "page:files" },
          { name: "ASSETS_MANIFEST", data: bytes(page.manifest) },
          { name: "CONFIG", json: pageRules },
        ],
      },
    },
  ];
}

const extensions = ({ services, worker }: RuntimeSetup): Value => [
  {
    modules: [
      module("miniflare:shared", `${services}/shared/index.worker.js`),
      module("miniflare:zod", `${services}/shared/zod.worker.js`),
      ...(worker.shield === null
        ? []
        : [
            {
              name: "cloudflare-internal:ratelimit:module",
              esModule: embedded(`${services}/ratelimit/ratelimit.worker.js`),
              internal: true,
            },
          ]),
    ],
  },
];
