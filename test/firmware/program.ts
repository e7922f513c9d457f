/** The definition of a case: a program or its stand-in, and its work. */

import type { ConnectionSettings } from "./connection-settings.ts";
import type { Wanted, Watcher } from "./watcher.ts";

export type Way = "TCP" | "WebSocket";

/** Requirements beside Node. */
export type Need =
  | "npm"
  | "mosquitto"
  | "mosquitto-clients"
  | "python3-paho-mqtt"
  | "g++"
  | "libpaho-mqtt-dev"
  | "collectd-core";

/** Why a requirement is missing. */
export type Absent = Partial<Record<Need, string>>;

export interface Running {
  /** Its output, for the report of a failure. */
  said(): string;
  /** Its usual work, once for each stage. */
  work(watcher: Watcher, round: number): Promise<void>;
  stop(): Promise<void>;
}

export interface Program {
  /** As its users call it. */
  name: string;
  /** A stand-in, because the real program is not available here; its source is named at its top. */
  isStandIn?: true;
  version(): string | Promise<string>;
  does: string;
  ways: readonly Way[];
  needs: readonly Need[];
  /** The message after a cut connection; null without a will. */
  will: Wanted | null;
  /** Resolves when it is connected. The folder is its own. */
  start(place: ConnectionSettings, way: Way, folder: string): Promise<Running>;
}

/** Why a program cannot be tested here; undefined where it can. */
export const whyNot = ({ needs }: Program, absent: Absent): string | undefined =>
  needs.map((need) => absent[need]).find((why) => why !== undefined);
