/** A Mosquitto bridge with an address, a user name, a password and `topic # both 1` only. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../support/product-process.ts";
import { startMosquitto } from "../mosquitto.ts";
import type { Program } from "../program.ts";
import { newWatcher, type Watcher } from "../watcher.ts";
import { debianVersion } from "./versions.ts";

/** Topics of a bridge's connection state, on both sides. */
const STATE = /^\$SYS\/broker\/connection\/.+\/state$/;

/** One message in each direction, without an echo: an echo would come before the next message. */
async function cross(home: Watcher, away: Watcher, round: number): Promise<void> {
  // a message published locally waits for the bridge, and its arrival proves the subscription
  await home.say({ topic: `bridged/open/${round}`, payload: "?" });
  await away.untilHeard({ topic: `bridged/open/${round}`, payload: "?" });
  for (const [from, to, name] of [
    [home, away, "home"],
    [away, home, "away"],
  ] as const) {
    const topic = `bridged/${name}/${round}`;
    await from.say({ topic, payload: "first", retain: true });
    await to.untilHeard({ topic, payload: "first" });
    await to.kept(topic, /^first$/);
    await to.answered({ topic: `${topic}/back`, payload: "?" }, { topic: `${topic}/back`, payload: "?" });
    await from.untilHeard({ topic: `${topic}/back`, payload: "?" });
    for (const [side, heard] of [
      ["there", to.heard],
      ["here", from.heard],
    ] as const) {
      const count = heard.filter((each) => each.topic === topic).length;
      if (count !== 1) throw new Error(`${topic} was heard ${count} times ${side}`);
    }
  }
}

export const BRIDGE: Program = {
  name: "Mosquitto as a bridge",
  version: () => debianVersion("mosquitto"),
  does: "address, user name, password and `topic # both 1`: retained and not, each way once and none of it back; its state topic",
  ways: ["TCP"],
  needs: ["mosquitto"],
  will: { topic: STATE, payload: "0" },
  start: async (place, _way, folder) => {
    const port = await freePort();
    const config = join(folder, "mosquitto.conf");
    const lines = [
      ...(process.getuid?.() === 0 ? ["user root"] : []),
      `listener ${port} 127.0.0.1`,
      "allow_anonymous true",
      "connection cloud",
      `address ${place.host}:${place.port}`,
      `remote_username ${place.username}`,
      `remote_password ${place.password}`,
      "topic # both 1",
    ];
    writeFileSync(config, `${lines.join("\n")}\n`);
    const broker = await startMosquitto(config, port);
    const home = await newWatcher({ host: "127.0.0.1", port, username: "", password: "" }, [
      "#",
      "$SYS/broker/connection/#",
    ]);
    await home.untilHeard({ topic: STATE, payload: "1" });
    return {
      said: broker.said,
      work: (away, round) => cross(home, away, round),
      stop: async () => {
        await home.close();
        await broker.kill();
      },
    };
  },
};
