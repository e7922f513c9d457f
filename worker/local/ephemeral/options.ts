import { parseArgs } from "node:util";
import { UserError } from "../user-error.ts";

export const HELP = `switchyard broker --ephemeral [options] -- COMMAND [ARGUMENTS]

Runs COMMAND with a broker of its own, which ends with it and leaves no files.

  --ephemeral        required
  --nap TIME         put the accounts' objects to sleep this often, at any moment between two messages:
                     they lose their memory, and keep connections and storage
  --cut SHARE        cut this share of the MQTT connections (0.1: one in ten), without a DISCONNECT,
                     at a random moment of their first ten seconds; calls of the API are not cut
  --restart TIME     kill the broker with SIGKILL this long after each start, and start it again with
                     the same ports and data; clients cannot connect for some seconds
  --mqtt-port PORT   the port of MQTT over TCP (a free one)
  --port PORT        the port of the API and of MQTT over WebSockets (a free one)
  --verbose          print the broker's log

A TIME is a number with a unit: 500ms, 30s, 5m, 1h.

COMMAND receives these variables:
  MQTT_URL, MQTT_HOST, MQTT_PORT     mqtt://127.0.0.1:PORT and its parts
  MQTT_WS_URL                        the same over WebSockets
  MQTT_USERNAME, MQTT_PASSWORD       may read and publish every topic
  SWITCHYARD_URL, SWITCHYARD_TOKEN   the API, and a token with all scopes

Calls of the API are not throttled. All other limits apply.
The exit code is that of COMMAND, or 128 and the number of the signal that ended it; 127 if COMMAND
does not exist, 2 for wrong options, and 1 if the broker does not start or ends by itself.

Examples:
  switchyard broker --ephemeral -- pytest
  switchyard broker --ephemeral --restart 20s --cut 0.1 -- npm test`;

/** A mistake in the options: exit code 2. */
export class OptionError extends UserError {}

export interface EphemeralOptions {
  napMs: number | null;
  cutShare: number | null;
  restartMs: number | null;
  port: number | null;
  mqttPort: number | null;
  isVerbose: boolean;
  command: readonly [string, ...string[]];
}

const OPTIONS = {
  ephemeral: { type: "boolean" },
  nap: { type: "string" },
  cut: { type: "string" },
  restart: { type: "string" },
  port: { type: "string" },
  "mqtt-port": { type: "string" },
  verbose: { type: "boolean" },
} as const;

export function readOptions(args: readonly string[]): EphemeralOptions {
  const end = args.indexOf("--");
  const own = end < 0 ? args : args.slice(0, end);
  const values = parse([...own]);
  const [file, ...rest] = end < 0 ? [] : args.slice(end + 1);
  if (file === undefined || file === "")
    throw new OptionError(
      "Put the command after two dashes, for example: switchyard broker --ephemeral -- pytest",
    );
  return {
    napMs: optional(values.nap, (text) => duration("--nap", text)),
    cutShare: optional(values.cut, share),
    restartMs: optional(values.restart, (text) => duration("--restart", text)),
    port: optional(values.port, (text) => port("--port", text)),
    mqttPort: optional(values["mqtt-port"], (text) => port("--mqtt-port", text)),
    isVerbose: values.verbose === true,
    command: [file, ...rest],
  };
}

function parse(args: string[]) {
  try {
    const { values } = parseArgs({ args, options: OPTIONS });
    return values;
  } catch (error) {
    throw new OptionError((error as Error).message);
  }
}

const optional = <T>(text: string | undefined, read: (text: string) => T): T | null =>
  text === undefined ? null : read(text);

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;
const SHORTEST_MS = 100;
/** The limit of a timer is 24 days. */
const LONGEST_MS = 24 * UNITS.h;

function duration(option: string, text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text) ?? [];
  const ms = Number(number) * UNITS[(unit ?? "s") as keyof typeof UNITS];
  if (ms >= SHORTEST_MS && ms <= LONGEST_MS) return ms;
  throw new OptionError(`${option} must be a time from 100ms to 24h, such as 30s, not "${text}".`);
}

function share(text: string): number {
  const value = /^(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : 0;
  if (value > 0 && value <= 1) return value;
  throw new OptionError(
    `--cut must be a share above 0 and up to 1, such as 0.1 for one connection in ten, not "${text}".`,
  );
}

function port(option: string, text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= 65_535) return value;
  throw new OptionError(`${option} must be a number from 1 to 65535, not "${text}".`);
}
