import { UserError } from "../user-error.ts";

/** A mistake in the command line. */
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

/** As typed. */
export interface RawOptions {
  nap?: string;
  cut?: string;
  restart?: string;
  port?: string;
  mqttPort?: string;
  verbose?: true;
}

export function readOptions(raw: RawOptions, [file, ...rest]: readonly string[]): EphemeralOptions {
  if (file === undefined || file === "")
    throw new OptionError(
      "Put the command after two dashes, for example: switchyard broker --ephemeral -- pytest",
    );
  return {
    napMs: optional(raw.nap, (text) => duration("--nap", text)),
    cutShare: optional(raw.cut, share),
    restartMs: optional(raw.restart, (text) => duration("--restart", text)),
    port: optional(raw.port, (text) => port("--port", text)),
    mqttPort: optional(raw.mqttPort, (text) => port("--mqtt-port", text)),
    isVerbose: raw.verbose === true,
    command: [file, ...rest],
  };
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
