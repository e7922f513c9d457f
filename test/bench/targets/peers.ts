/** The brokers beside ours: Aedes, and Mosquitto where it is installed. */
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../../worker/local/port.ts";
import { type Started, start } from "./process.ts";
import { plainDevices, type Running, type Target } from "./target.ts";

const HERE = import.meta.dirname;
const MOSQUITTO = "/usr/sbin/mosquitto";

export const aedes: Target = {
  name: "Aedes",
  quickToStart: true,
  start: async () => {
    const started = await start({ command: process.execPath, args: [join(HERE, "aedes-broker.ts")] });
    return openBroker(Number(started.said.port), started);
  },
};

export const mosquittoInstalled = (): boolean => existsSync(MOSQUITTO);

export const mosquitto: Target = {
  name: "Mosquitto",
  quickToStart: true,
  start: async () => {
    const port = await freePort();
    const folder = await mkdtemp(join(tmpdir(), "bench-mosquitto-"));
    const settings = [
      // Version 2.0.11 refuses to start with a WebSocket listener alone.
      `listener ${await freePort()} 127.0.0.1`,
      `listener ${port} 127.0.0.1`,
      "protocol websockets",
      "allow_anonymous true",
      "persistence false",
      "set_tcp_nodelay true",
      "log_type error",
    ];
    const clean = () => rm(folder, { recursive: true, force: true });
    try {
      await writeFile(join(folder, "mosquitto.conf"), `${settings.join("\n")}\n`);
      const started = await start({
        command: MOSQUITTO,
        args: ["-c", join(folder, "mosquitto.conf")],
        ready: () => accepts(port),
      });
      return openBroker(port, started, clean);
    } catch (reason) {
      await clean();
      throw reason;
    }
  },
};

/** A broker without authentication. */
function openBroker(port: number, started: Started, clean: () => Promise<void> = async () => {}): Running {
  const address = { port, path: "/mqtt" };
  const prefix = "00000000-0000-4000-8000-000000000000/";
  return {
    address,
    prefix,
    login: (suffix) => ({ clientId: suffix }),
    devices: async (count) => plainDevices(address, prefix, count),
    crowd: async (accounts, ofEach) => plainDevices(address, prefix, accounts * ofEach),
    memory: started.memory,
    processor: started.processor,
    stop: async () => {
      await started.stop();
      await clean();
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}
