/** wrangler.toml for `npm start`: the development entry, local addresses, and a TCP listener. */
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { inRoot } from "./paths.ts";
import type { TcpListener } from "./port.ts";

export interface LocalSetup {
  stateDirectory: string;
  tcp: TcpListener | null;
  url: string;
  lan: string | null;
  /** The key in the address of `/dev/mail`. */
  mailKey: string;
  hosts: readonly string[];
  /** By default the clone's `.dev.vars`. */
  secretsFile?: string;
  /** The folder of the page, by default that of the build. */
  pageFolder?: string;
}

export const configurationFile = (stateDirectory: string): string => join(stateDirectory, "wrangler.toml");

/** Writes the configuration beside the data. Returns the options of `wrangler dev` that select it. */
export function localOptions(setup: LocalSetup): string[] {
  const { stateDirectory, tcp, url, lan, mailKey, hosts, secretsFile = inRoot(".dev.vars") } = setup;
  const file = configurationFile(stateDirectory);
  mkdirSync(stateDirectory, { recursive: true });
  const toml = withPage(readFileSync(inRoot("wrangler.toml"), "utf8"), setup.pageFolder);
  writeFileSync(file, localConfiguration(toml, tcp));
  const variables = {
    ENVIRONMENT: "development",
    APP_URL: url,
    API_URL: "",
    DEV_MAIL_KEY: mailKey,
    ...(lan !== null && { LAN_URL: lan }),
    HOSTS: [...addressesHere(), ...hosts].join(","),
    ...(tcp !== null && { MQTT_TCP_PORT: String(tcp.port), ...tcpHost(tcp) }),
  };
  const options = Object.entries(variables).flatMap(([name, value]) => ["--var", `${name}:${value}`]);
  return ["--config", file, "--env-file", secretsFile, ...options];
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

const withPage = (toml: string, folder: string | undefined): string =>
  folder === undefined
    ? toml
    : toml.replace('directory = "web/dist"', () => `directory = ${JSON.stringify(folder)}`);

/** A deployment uses Analytics Engine. */
const METER_TABLE = `
[[durable_objects.bindings]]
name = "METER_TABLE"
class_name = "MeterTable"

[[migrations]]
tag = "desk"
new_sqlite_classes = ["MeterTable"]
`;

/** Relative paths would start at the folder of the configuration. */
export const withAbsolutePaths = (toml: string): string =>
  toml.replace(
    /^(main|directory|migrations_dir)(\s*=\s*)"(.*)"/gm,
    (_, key: string, equals: string, path: string) => `${key}${equals}${JSON.stringify(inRoot(path))}`,
  );

const addressesHere = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .map(({ address }) => address);

/** A listener on all addresses has the host of the page. */
const tcpHost = ({ address }: TcpListener) =>
  ["0.0.0.0", "::"].includes(address) ? {} : { MQTT_TCP_HOST: address };

const MAIL_KEY = /^(?:--var=)?DEV_MAIL_KEY:(.+)$/;

/** Returns a new key per start, unless the arguments contain one (`--var DEV_MAIL_KEY:…`). */
export const mailKeyOf = (args: readonly string[]): string =>
  args.map((arg) => MAIL_KEY.exec(arg)?.[1]).find((key) => key !== undefined) ??
  randomBytes(18).toString("base64url");
