/** The product: as `npm start` runs it, and its built Worker on the bare runtime. */
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../../worker/local/port.ts";
import { type Started, start } from "./process.ts";
import {
  type Account,
  type Device,
  freshId,
  type Running,
  type StartOptions,
  type Target,
} from "./target.ts";

export const ROOT = join(import.meta.dirname, "..", "..", "..");

const VARIABLES = {
  THROTTLE: "off",
  // as `npm start` has it; the peers write no line for a request either
  LOG_REQUESTS: "failures",
};
/** A load generator should meet the machine's limits, not ours. */
const WITHOUT_LIMITS = {
  ...VARIABLES,
  MAX_USERS: "0",
  MAX_DEVICES: "0",
  MQTT_MAX_CONNECTIONS: "0",
  MQTT_CONNECT_RATE: "0",
  MQTT_PUBLISH_RATE: "0",
  MQTT_PUBLISH_BYTES: "0",
  EVENT_RATE: "0",
  MQTT_SUBSCRIBE_RATE: "0",
  MQTT_FRAME_RATE: "0",
};
export const variablesOf = ({ asShipped }: StartOptions): Record<string, string> =>
  asShipped === true ? VARIABLES : WITHOUT_LIMITS;
/** The product with a counter before its database. */
const COUNTED = join(import.meta.dirname, "..", "counted", "index.ts");
const PASSWORD = "Bench-Pass-1";
const LIST_DEVICES = "/v0/devices/on-off/";

/** The Worker as it is built, on the bare runtime. */
export function startBare(
  variables: Record<string, string>,
  env: Record<string, string> = {},
  root = ROOT,
): Promise<Started> {
  const secret = () => randomBytes(32).toString("base64");
  const said = { ENVIRONMENT: "development", APP_URL: "http://localhost" };
  const own = { ...said, SEAL_KEYS: `k1:${secret()}`, LOOKUP_KEY: `k1:${secret()}` };
  return start({
    command: process.execPath,
    env,
    args: [
      join(import.meta.dirname, "bare-runtime.ts"),
      join(root, "wrangler.toml"),
      join(root, "migrations"),
      JSON.stringify({ ...own, ...variables }),
    ],
  });
}

export const bareProduct: Target = {
  name: "Switchyard",
  quickToStart: true,
  start: async (manner = {}) => {
    const counting = manner.counting === true;
    const started = await startBare(variablesOf(manner), {
      ...(counting && { BENCH_ENTRY: COUNTED }),
      ...(manner.modules === true && { BENCH_MODULES: "1" }),
      ...(manner.direct === true && { BENCH_DIRECT: "1" }),
    });
    const running = await openProduct(Number(started.said.port), started, started.stop);
    return counting ? { ...running, ...counted(Number(started.said.port)) } : running;
  },
};

/** Another checkout with its packages installed, to compare two commits in one run. */
export const otherCheckout = (root: string): Target => ({
  name: "Switchyard, other checkout",
  quickToStart: true,
  start: async (manner = {}) => {
    const started = await startBare(variablesOf(manner), {}, root);
    return openProduct(Number(started.said.port), started, started.stop);
  },
});

export const startedProduct: Target = {
  name: "Switchyard, npm start",
  quickToStart: false,
  start: async (manner = {}) => {
    const port = await freePort();
    const folder = await mkdtemp(join(tmpdir(), "bench-product-"));
    const variables = Object.entries(variablesOf(manner)).flatMap(([name, value]) => [
      "--var",
      `${name}:${value}`,
    ]);
    const started = await start({
      command: "npm",
      args: ["start", "--", ...variables],
      cwd: ROOT,
      env: { PORT: String(port), MQTT_TCP_PORT: String(await freePort()), STATE_DIR: folder },
      ready: async () => (await fetch(`http://127.0.0.1:${port}/v0/health/`)).ok,
    });
    return openProduct(port, started, async () => {
      await started.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    });
  },
};

export async function openProduct(
  port: number,
  started: Started,
  stop: () => Promise<void>,
): Promise<Running> {
  try {
    const origin = `http://127.0.0.1:${port}`;
    const account = await register(origin, port);
    return {
      address: account.address,
      direct: Number(started.said.direct),
      prefix: `${account.userId}/`,
      login: account.login,
      rootLogin: (clientId) => ({ clientId, username: "bench", password: account.key }),
      devices: (count) => devicesOf(account, origin, count),
      memory: started.memory,
      processor: started.processor,
      ...(typeof started.said.inspector === "string" ? { inspector: started.said.inspector } : {}),
      list: async () => {
        const lister = await register(origin, port);
        await lister.addDevices(10);
        return { url: origin + LIST_DEVICES, headers: lister.headers };
      },
      api: { origin, register: () => register(origin, port) },
      stop,
    };
  } catch (reason) {
    await stop();
    throw reason;
  }
}

/** Calls of the counting entry. */
function counted(port: number): Pick<Running, "crowd" | "databaseCalls" | "modules" | "turns" | "past"> {
  const origin = `http://127.0.0.1:${port}`;
  return {
    crowd: async (accounts, ofEach) => {
      const { members } = await post(`${origin}/bench/crowd`, {}, { accounts, ofEach });
      return (members as Member[]).map((member) =>
        deviceOf({ port, path: `/mqtt/${member.userId}` }, member),
      );
    },
    modules: async () => (await post(`${origin}/bench/modules`, {}, {})).modules as string[],
    turns: async () =>
      (await post(`${origin}/bench/turns`, {}, {})) as Record<"frame" | "alarm" | "timer", number[]>,
    past: async (userId, days) =>
      Number((await post(`${origin}/bench/past`, {}, { userId, days })).bytesASample),
    databaseCalls: async () => Number((await post(`${origin}/bench/calls`, {}, {})).calls),
  };
}

/** A device and the credential that it logs in with. */
interface Member {
  userId: string;
  deviceId: string;
  username: string;
  password: string;
}

const deviceOf = (address: Device["address"], { userId, deviceId, username, password }: Member): Device => ({
  address,
  login: { clientId: freshId(), username: `${deviceId}:${username}`, password },
  control: `${userId}/devices/${deviceId}/control`,
  subscribed: true,
});

export async function devicesOf(account: Account, origin: string, count: number): Promise<Device[]> {
  const { userId, headers, address } = account;
  const own = { username: freshId(), password: PASSWORD };
  await post(`${origin}/v0/mqtt/credentials/`, headers, { name: own.username, ...own });
  const ids = await account.addDevices(count);
  return ids.map((deviceId) => deviceOf(address, { userId, deviceId, ...own }));
}

async function register(origin: string, port: number): Promise<Account> {
  const email = `${randomUUID()}@bench.example`;
  const session = await post(`${origin}/v0/register/`, {}, { email, password: PASSWORD });
  const { token, user } = session.data as { token: string; user: { id: string } };
  const headers = { authorization: `Token ${token}` };
  const { key } = await post(`${origin}/v0/api-keys/`, headers, {});
  return {
    userId: user.id,
    email,
    password: PASSWORD,
    key: String(key),
    headers,
    address: { port, path: `/mqtt/${user.id}` },
    login: (suffix) => ({ clientId: `${String(key)}__${suffix}` }),
    addDevices: async (count) => {
      const ids: string[] = [];
      while (ids.length < count) {
        const device = await post(origin + LIST_DEVICES, headers, { name: `Device ${ids.length + 1}` });
        ids.push(String(device.id));
      }
      return ids;
    },
  };
}

async function post(
  url: string,
  headers: Record<string, string>,
  body: object,
): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${url} was answered ${response.status} ${text.slice(0, 300)}`);
  return JSON.parse(text) as Record<string, unknown>;
}
