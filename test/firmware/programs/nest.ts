/** NestJS' MQTT transport: a service with a request pattern and an event pattern, and its client. */

import { inRoot } from "../../../worker/local/paths.ts";
import { start } from "../process.ts";
import type { Program } from "../program.ts";
import { npmVersion } from "./versions.ts";

export const NEST: Program = {
  name: "NestJS, MQTT transport",
  version: () => npmVersion("@nestjs/microservices"),
  does: "a request and its answer on `sum` and `sum/reply`, an event on `weather/+`, a will",
  ways: ["TCP", "WebSocket"],
  needs: ["npm"],
  will: { topic: "service/status", payload: "gone" },
  start: async ({ host, port, username, password }, way) => {
    const url = `${way === "TCP" ? "mqtt" : "ws"}://${host}:${port}`;
    const script = inRoot("test/firmware/programs/nest.mjs");
    const program = start(process.execPath, [script, url, username, password]);
    await program.untilSaid("ready");
    return {
      said: program.said,
      stop: program.kill,
      work: async (watcher, round) => {
        program.tell(JSON.stringify([round, 40]));
        await program.untilSaid(`sum is ${round + 40}`);
        await watcher.say({ topic: "weather/garden", payload: JSON.stringify({ data: `${round} drops` }) });
        await program.untilSaid(`it rained ${round} drops`);
        // a client that is not NestJS sends the same request
        const id = `by hand ${round}`;
        await watcher.answered(
          { topic: "sum", payload: JSON.stringify({ pattern: "sum", id, data: [1, round] }) },
          {
            topic: "sum/reply",
            payload: new RegExp(
              `"response":${1 + round}.*"id":"${id}"|"id":"${id}".*"response":${1 + round}`,
            ),
          },
        );
      },
    };
  },
};
