/**
 * What this machine says differently from `wrangler.toml`, which speaks of what is deployed: the entry with what only a
 * desk has, the TCP listener (wrangler takes listeners from its configuration only), and the addresses.
 */
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { inRoot } from "./paths.ts";
import type { TcpListener } from "./tcp.ts";

export interface Local {
  stateDirectory: string;
  tcp: TcpListener | null;
  /** Where a person opens the page. */
  url: string;
  /** Where a phone in the same network does. */
  lan: string | null;
  /** What the address of `/dev/mail` must hold. */
  mailKey: string;
  /** Names that `--host` adds to those that every machine has. */
  hosts: readonly string[];
}

/** Options for `wrangler dev`; the configuration that they name is written beside the data that it serves. */
export function localOptions({ stateDirectory, tcp, url, lan, mailKey, hosts }: Local): string[] {
  const file = join(stateDirectory, "wrangler.toml");
  mkdirSync(stateDirectory, { recursive: true });
  writeFileSync(file, localConfiguration(readFileSync(inRoot("wrangler.toml"), "utf8"), tcp));
  const variables = {
    ENVIRONMENT: "development",
    APP_URL: url,
    API_URL: "",
    DEV_MAIL_KEY: mailKey,
    ...(lan !== null && { LAN_URL: lan }),
    HOSTS: [...addressesHere(), ...hosts].join(","),
    ...(tcp !== null && { MQTT_TCP_PORT: String(tcp.port), ...tcpHost(tcp) }),
  };
  const said = Object.entries(variables).flatMap(([name, value]) => ["--var", `${name}:${value}`]);
  return ["--config", file, "--env-file", inRoot(".dev.vars"), ...said];
}

export function localConfiguration(toml: string, tcp: TcpListener | null): string {
  const main = 'main = "worker/index.ts"';
  if (!toml.includes(main))
    throw new Error(`wrangler.toml does not say ${main} any more: adapt configuration.ts`);
  const local = withAbsolutePaths(toml.replace(main, 'main = "worker/development.ts"'));
  const complete = `${local}${METER_TABLE}`;
  if (tcp === null) return complete;
  const { port, address } = tcp;
  return `${complete}\n[[connect]]\nprotocol = "tcp"\nport = ${port}\naddress = ${JSON.stringify(address)}\n`;
}

/** What is counted goes to the platform's own store where it is deployed. */
const METER_TABLE = `
[[durable_objects.bindings]]
name = "METER_TABLE"
class_name = "MeterTable"

[[migrations]]
tag = "desk"
new_sqlite_classes = ["MeterTable"]
`;

/** Paths in a configuration are meant from where it lies. */
export const withAbsolutePaths = (toml: string): string =>
  toml.replace(
    /^(main|directory|migrations_dir)(\s*=\s*)"(.*)"/gm,
    (_, key: string, equals: string, path: string) => `${key}${equals}${JSON.stringify(inRoot(path))}`,
  );

const addressesHere = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .map(({ address }) => address);

/** One that listens on all addresses is where the page is. */
const tcpHost = ({ address }: TcpListener) =>
  ["0.0.0.0", "::"].includes(address) ? {} : { MQTT_TCP_HOST: address };

const MAIL_KEY = /^(?:--var=)?DEV_MAIL_KEY:(.+)$/;

/** A new key for each start, unless the arguments hold one (`--var DEV_MAIL_KEY:…`). */
export const mailKeyOf = (args: readonly string[]): string =>
  args.map((arg) => MAIL_KEY.exec(arg)?.[1]).find((key) => key !== undefined) ??
  randomBytes(18).toString("base64url");
