import { flushCompileCache } from "node:module";
import { networkInterfaces } from "node:os";
import { relative } from "node:path";
import { buildPage } from "./build-page.ts";
import { localOptions, mailKeyOf } from "./configuration.ts";
import { checkSecrets, ensureLocalSecrets, secretsFile } from "./local-secrets.ts";
import { migrate } from "./migrate.ts";
import { root } from "./paths.ts";
import {
  ALL_ADDRESSES,
  addressFor,
  ipOption,
  rejectTls,
  type TcpListener,
  takeOption,
  tcpListener,
} from "./port.ts";
import { startProduct } from "./product.ts";
import { buildRules, buildWorker } from "./runtime/bundle.ts";
import { withStateLock } from "./state-lock.ts";
import { UserError } from "./user-error.ts";

/** Interfaces of containers, virtual machines and tunnels, which a phone cannot reach. */
const VIRTUAL = /^(br-|docker|tailscale|tap|tun|utun|veth|virbr|vmnet|wg|zt)/;
const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/;
const LOOPBACK = /^(127\.|::1$|localhost$)/;

/** Replaces `--lan` by `--ip 0.0.0.0`, which opens the product to the local network. */
export function withLan(args: readonly string[]): string[] {
  if (!args.includes("--lan")) return [...args];
  if (ipOption(args) !== undefined)
    throw new UserError("--lan listens on every address: leave out --ip, or --lan.");
  return ["--ip", "0.0.0.0", ...args.filter((arg) => arg !== "--lan")];
}

/** Returns the address for other machines of the network, or null without one. */
export function lanAddress(
  args: readonly string[],
  port: number,
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): string | null {
  const ip = ipOption(args);
  if (ip === undefined || LOOPBACK.test(ip)) return null;
  if (!ALL_ADDRESSES.includes(ip)) return addressFor(args, port);
  const addresses = Object.entries(interfaces)
    .flatMap(([name, each]) => (VIRTUAL.test(name) ? [] : (each ?? [])))
    .filter(({ family, internal }) => family === "IPv4" && !internal)
    .map(({ address }) => address);
  const address = addresses.find((each) => PRIVATE.test(each)) ?? addresses[0];
  return address === undefined ? null : `http://${address}:${port}`;
}

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Options that are set by a variable here, because more than wrangler depends on them. */
const VARIABLE_OF_OPTION = [
  ["--port", "PORT"],
  ["--persist-to", "STATE_DIR"],
] as const;

function checkArguments(args: string[]): void {
  rejectTls(args);
  for (const [option, variable] of VARIABLE_OF_OPTION) {
    if (!args.some((arg) => arg === option || arg.startsWith(`${option}=`))) continue;
    throw new UserError(`Set ${variable} instead of ${option}: ${variable}=… npm start`);
  }
}

interface StartedProduct {
  url: string;
  lan: string | null;
  mailKey: string;
  tcp: TcpListener | null;
  stateDirectory: string;
  seconds: number;
}

function welcome({ url, lan, mailKey, tcp, stateDirectory, seconds }: StartedProduct): string {
  // Devices are usually on other machines, so their address is the one in the network.
  const deviceUrl = new URL(lan ?? url);
  const tcpHost = ALL_ADDRESSES.includes(tcp?.address ?? "") ? deviceUrl.hostname : tcp?.address;
  return [
    `Switchyard is ready (${seconds.toFixed(1)} s).`,
    "",
    `  Open       ${url}`,
    ...(lan === null || lan === url ? [] : [`  Phone      ${lan}`]),
    `  Devices    ${deviceUrl.origin.replace(/^http/, "ws")}/mqtt/{userId}`,
    ...(tcp === null ? [] : [`  or         mqtt://${tcpHost}:${tcp.port}`]),
    `  API        ${url}/v0/reference`,
    // OAuth needs https, except on one computer
    `  Assistants ${new URL(url).origin}/mcp (apps on this computer can log in; elsewhere they need a token)`,
    `  Mail       ${url}/dev/mail?key=${mailKey}`,
    `  Data       ${relative(root, stateDirectory) || "."}`,
    "",
    "Ctrl+C stops it.",
  ].join("\n");
}

/** When a start began that replaced its program. Milliseconds since 1970. */
const BEGAN = "SWITCHYARD_BEGAN";

/** A build leaves 30 MiB in this process: the compiler that removed the types, and garbage. The program begins again. */
function startAnew(began: number): void {
  flushCompileCache();
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(process.execPath, args, { ...process.env, [BEGAN]: String(began) });
}

export const HELP = `npm start -- [options]

Prepares a fresh clone and runs the product on this machine.

  --lan             open it to the local network
  --ip ADDRESS      listen on this address (localhost)
  --host NAME       accept a further host name
  --var NAME:VALUE  set a variable of the Worker

Environment: PORT (8787), MQTT_TCP_PORT (1883; 0: off), STATE_DIR (.wrangler/state).
Other options are passed to wrangler dev.`;

export async function main(args: string[]): Promise<number> {
  const began = Number(process.env[BEGAN] ?? Date.now());
  checkArguments(args);
  const { values: hosts, rest } = takeOption("--host", withLan(args));
  return withStateLock(async ({ stateDirectory, port, stop }) => {
    const secrets = secretsFile(stateDirectory);
    checkSecrets(secrets, stateDirectory);
    // the longest part of a first start, in processes of its own: the rest is done meanwhile
    const building = buildPage();
    const built = Promise.all([building, buildWorker(), buildRules(building)]);
    built.catch(() => {});
    if (ensureLocalSecrets(secrets).length > 0) print(`Created local secrets in ${relative(root, secrets)}.`);
    migrate(stateDirectory);
    const [page, worker] = await built;
    if (page) print("Built the page.");
    if (worker) print("Built the Worker.");
    if (page || worker) startAnew(began);
    const tcp = await tcpListener(process.env, rest, print);
    const url = addressFor(rest, port);
    const lan = lanAddress(rest, port);
    const mailKey = mailKeyOf(rest);
    const setup = { stateDirectory, tcp, url, lan, mailKey, hosts, secretsFile: secrets };
    const options = [...localOptions(setup), ...rest];
    const product = await startProduct({ port, stateDirectory, args: options, watch: false, print, stop });
    print(welcome({ url, lan, mailKey, tcp, stateDirectory, seconds: (Date.now() - began) / 1000 }));
    flushCompileCache();
    return product.ended;
  });
}
