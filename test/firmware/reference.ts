/** The same cases against Mosquitto, which is what programs are tried with by those who write them: one for each account. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../support/product-process.ts";
import { until } from "../support/until.ts";
import type { Broker } from "./place.ts";
import { type RunningProcess, start } from "./process.ts";

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

/** Debian's is not in everybody's path. */
export async function startMosquitto(config: string, port: number): Promise<RunningProcess> {
  const broker = start("/usr/sbin/mosquitto", ["-c", config]);
  await until("Mosquitto", () => isOpen(port)).catch((error: Error) => {
    throw new Error(`${error.message} ${broker.said()}`);
  });
  return broker;
}

export async function startMosquittos(): Promise<Broker> {
  const folder = mkdtempSync(join(tmpdir(), "switchyard-firmware-"));
  const brokers: { config: string; port: number; running: RunningProcess }[] = [];
  const [username, password] = ["hbgzvtr2yq", "Fb7kXw3mPz9RqTn4cHdv"];
  const passwords = join(folder, "passwords");
  await start("mosquitto_passwd", ["-c", "-b", passwords, username, password]).ended;
  return {
    keepsOrder: false,
    newHome: async () => {
      const [port, webPort] = [await freePort(), await freePort()];
      const config = join(folder, `${port}.conf`);
      const lines = [
        ...(process.getuid?.() === 0 ? ["user root"] : []),
        "persistence true",
        // its own thousand would lose what is asked for here
        "max_queued_messages 0",
        `persistence_file ${folder}/${port}.db`,
        "allow_anonymous false",
        `password_file ${passwords}`,
        `listener ${port} 127.0.0.1`,
        `listener ${webPort} 127.0.0.1`,
        "protocol websockets",
      ];
      writeFileSync(config, `${lines.join("\n")}\n`);
      brokers.push({ config, port, running: await startMosquitto(config, port) });
      return { host: "127.0.0.1", port, webPort, username, password };
    },
    restart: async () => {
      for (const broker of brokers) {
        broker.running.end();
        await broker.running.ended;
        broker.running = await startMosquitto(broker.config, broker.port);
      }
    },
    stop: async () => {
      await Promise.all(brokers.map(({ running }) => running.kill()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
