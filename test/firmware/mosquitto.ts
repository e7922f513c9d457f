/** A Mosquitto with a bridge to the product. */

import { connect } from "node:net";
import { until } from "../support/until.ts";
import { type RunningProcess, start } from "./process.ts";

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

/** Debian installs it outside the usual PATH. */
export async function startMosquitto(config: string, port: number): Promise<RunningProcess> {
  const broker = start("/usr/sbin/mosquitto", ["-c", config]);
  await until("Mosquitto", () => isOpen(port)).catch((error: Error) => {
    throw new Error(`${error.message} ${broker.said()}`);
  });
  return broker;
}
