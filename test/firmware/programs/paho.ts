/** Eclipse Paho, in Debian's Python and in C. */

import { join } from "node:path";
import { inRoot } from "../../../worker/local/paths.ts";
import { start } from "../process.ts";
import type { Program } from "../program.ts";
import { LAMP_DOES, LAMP_WILL, switchLamp } from "./lamp.ts";
import { debianVersion } from "./versions.ts";

const source = (name: string): string => inRoot("test/firmware/programs", name);

export const PAHO_PYTHON: Program = {
  name: "Paho for Python",
  version: () => debianVersion("python3-paho-mqtt"),
  does: `${LAMP_DOES}; over WebSocket at \`/\``,
  ways: ["TCP", "WebSocket"],
  needs: ["python3-paho-mqtt"],
  will: LAMP_WILL,
  start: async ({ host, port, username, password }, way) => {
    const transport = way === "TCP" ? "tcp" : "websockets";
    const args = [source("paho-lamp.py"), host, String(port), transport, username, password];
    const client = start("/usr/bin/python3", args);
    await client.untilSaid("subscribed");
    return { said: client.said, work: switchLamp, stop: client.kill };
  },
};

export const PAHO_C: Program = {
  name: "Paho for C",
  version: () => debianVersion("libpaho-mqtt1.3"),
  does: `${LAMP_DOES}; its synchronous client, compiled here`,
  ways: ["TCP", "WebSocket"],
  needs: ["g++", "libpaho-mqtt-dev"],
  will: LAMP_WILL,
  start: async ({ host, port, username, password }, way, folder) => {
    const program = join(folder, "paho");
    const compiler = start("gcc", ["-o", program, source("paho-lamp.c"), "-lpaho-mqtt3c"]);
    if ((await compiler.ended) !== 0) throw new Error(compiler.said());
    const address = `${way === "TCP" ? "tcp" : "ws"}://${host}:${port}`;
    const client = start(program, [address, username, password]);
    await client.untilSaid("connected 0");
    return { said: client.said, work: switchLamp, stop: client.kill };
  },
};
