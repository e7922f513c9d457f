/** The product with the keys of its last deployment: the Worker and the objects' ports. Notices are delivered to nobody. */

import { SELF } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { Ports } from "../../../broker/object.ts";
import { Broker } from "../../../worker/index.ts";
import { type JobReport, type JobsEnv, runJobs } from "../../../worker/jobs.ts";
import {
  checkNeededKeys,
  KEY_LISTS,
  type KeyUse,
  withNewKey,
  withoutOldKeys,
} from "../../../worker/keys/rotation.ts";
import { Client } from "../../unit/broker/support/client.ts";
import { apiWith, type Call } from "../../unit/worker/api/client.ts";
import type { Stub } from "./clock.ts";

const ROTATED = ["SEAL_KEYS", "LOOKUP_KEY"] as const;
type Keys = Record<(typeof ROTATED)[number], string>;

/** Shorter than the default, so that events and runs end within the week. */
export const EVENT_DAYS = 3;
const VARIABLES = { MAX_DEVICES: "30", EVENT_RETENTION_DAYS: String(EVENT_DAYS), LOG_REQUESTS: "failures" };
const MAIL = { send: async () => ({ messageId: "" }) };

type Login = { clientId: string; username?: string; password?: string };

/** Replaces the ports of objects. A spy would keep every object that ever woke. */
function withPorts(make: (ports: (own: object) => Ports, own: object) => Ports): () => void {
  const prototype = Broker.prototype as unknown as { ports(own: object): Ports };
  const { ports } = prototype;
  prototype.ports = function (own) {
    return make((changed) => ports.call(this, changed), own);
  };
  return () => {
    prototype.ports = ports;
  };
}

export class Service {
  keys: Keys;
  #call: Call;
  /** Gives objects their own ports back. */
  readonly stop: () => void;
  /** Seconds. */
  readonly keepalive: number;

  constructor(keys: Keys, keepalive: number) {
    this.keys = keys;
    this.keepalive = keepalive;
    this.#call = apiWith({ ...VARIABLES, ...keys });
    this.stop = withPorts((ports, own) => {
      const deliver = async () => ({ outcome: "delivered" as const, detail: "" });
      return { ...ports({ ...own, ...VARIABLES, ...this.keys }), notifier: { deliver, ask: deliver } };
    });
  }

  call: Call = (...request) => this.#call(...request);

  /** `npm run secrets:rotate` and a deployment: objects have the new keys when they wake. */
  rotate(now: number): void {
    this.#deploy((name) => withNewKey(name, this.keys[name], now));
  }

  /** The same with `--retire`, which is refused while a stored value needs an older key. */
  async retire(): Promise<void> {
    for (const name of ROTATED) {
      const { results } = await env.DB.prepare(KEY_LISTS[name].usageSql).all<
        KeyUse & Record<string, unknown>
      >();
      checkNeededKeys(name, withoutOldKeys(name, this.keys[name]), results);
    }
    this.#deploy((name) => withoutOldKeys(name, this.keys[name]));
  }

  #deploy(keysOf: (name: keyof Keys) => string): void {
    this.keys = { SEAL_KEYS: keysOf("SEAL_KEYS"), LOOKUP_KEY: keysOf("LOOKUP_KEY") };
    this.#call = apiWith({ ...VARIABLES, ...this.keys });
  }

  jobs(now: number): Promise<JobReport> {
    const { DB, BROKER } = env;
    const others = {
      MAIL,
      MAIL_FROM: "a@example.com",
      APP_URL: "http://api.test",
      ENVIRONMENT: "development",
    };
    return runJobs({ DB, BROKER, ...others, ...this.keys } as JobsEnv, now);
  }

  stub = (userId: string): Stub => env.BROKER.getByName(userId) as unknown as Stub;

  /** Returns the client and the code of its CONNACK. */
  async connect(userId: string, { clientId, username, password }: Login) {
    const headers = { Upgrade: "websocket", "Sec-WebSocket-Protocol": "mqtt" };
    const { webSocket } = await SELF.fetch(`http://api.test/mqtt/${userId}`, { headers });
    const client = new Client(webSocket as WebSocket, 4);
    const login = username === undefined ? { clientId } : { username, password: password ?? "" };
    client.connect(login, { clientId, keepalive: this.keepalive });
    const { returnCode = -1 } = await client.next("connack");
    return { client, code: returnCode };
  }
}
