/** What a case of this layer is: a program or its stand-in, and what it does in the house. */

import type { ConnectionSettings } from "./connection-settings.ts";
import type { Wanted, Watcher } from "./watcher.ts";

export type Way = "TCP" | "WebSocket";

/** What has to be on the machine beside Node. */
export type Need =
  | "npm"
  | "mosquitto"
  | "mosquitto-clients"
  | "python3-paho-mqtt"
  | "g++"
  | "libpaho-mqtt-dev"
  | "collectd-core";

/** Why what a program needs is not there. */
export type Absent = Partial<Record<Need, string>>;

export interface Running {
  /** What it said to its user, for whoever looks why it failed. */
  said(): string;
  /** Its usual work, once; it is asked again after the nap, the restart and the cut. */
  work(watcher: Watcher, round: number): Promise<void>;
  stop(): Promise<void>;
}

export interface Program {
  /** As its users call it. */
  name: string;
  /** It is played, because the real one cannot be had here; it names its source at its top. */
  isStandIn?: true;
  version(): string | Promise<string>;
  does: string;
  ways: readonly Way[];
  needs: readonly Need[];
  /** What the others hear when its line is cut; null where it leaves none. */
  will: Wanted | null;
  /** Resolves when it is connected. The folder is its own. */
  start(place: ConnectionSettings, way: Way, folder: string): Promise<Running>;
}

/** Why a program cannot be tried here; undefined where it can. */
export const whyNot = ({ needs }: Program, absent: Absent): string | undefined =>
  needs.map((need) => absent[need]).find((why) => why !== undefined);
