/** collectd's mqtt plugin: publishes its values and receives others. */

import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { until } from "../../support/until.ts";
import { start } from "../process.ts";
import type { Program } from "../program.ts";
import { debianVersion } from "./versions.ts";

const NEVER = 3600;

const configOf = (
  { host, port, username, password }: { host: string; port: number; username: string; password: string },
  folder: string,
): string => `
Hostname "desk"
BaseDir "${folder}"
PIDFile "${folder}/pid"
PluginDir "/usr/lib/collectd"
TypesDB "/usr/share/collectd/types.db"
Interval ${NEVER}
LoadPlugin logfile
<Plugin logfile>
  LogLevel info
  File stdout
</Plugin>
LoadPlugin unixsock
<Plugin unixsock>
  SocketFile "${folder}/socket"
</Plugin>
LoadPlugin csv
<Plugin csv>
  DataDir "stdout"
</Plugin>
LoadPlugin mqtt
<Plugin mqtt>
  <Publish "out">
    Host "${host}"
    Port ${port}
    User "${username}"
    Password "${password}"
    ClientId "collectd-out"
    QoS 2
    Retain true
    Prefix "collectd"
  </Publish>
  <Subscribe "in">
    Host "${host}"
    Port ${port}
    User "${username}"
    Password "${password}"
    ClientId "collectd-in"
    QoS 2
    Topic "sensors/#"
  </Subscribe>
</Plugin>
`;

/**
 * Submits a value as its plugins do every ten seconds. Returns false while its plugin does not listen yet,
 * which it does on a thread of its own.
 */
function collect(folder: string, name: string, value: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect(join(folder, "socket"), () => {
      socket.write(`PUTVAL "desk/room/temperature-${name}" interval=${NEVER} N:${value}\n`);
    });
    socket.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ECONNREFUSED") resolve(false);
      else reject(error);
    });
    socket.once("data", (answer) => {
      socket.destroy();
      if (answer.toString("utf8").startsWith("0 ")) resolve(true);
      else reject(new Error(answer.toString("utf8")));
    });
  });
}

export const COLLECTD: Program = {
  name: "collectd, mqtt plugin",
  version: () => debianVersion("collectd-core"),
  does: "values out at QoS 2, retained; values in at QoS 2; a will is not its habit",
  ways: ["TCP"],
  needs: ["collectd-core"],
  // it has none
  will: null,
  start: async (place, _way, folder) => {
    const config = join(folder, "collectd.conf");
    writeFileSync(config, configOf(place, folder));
    const program = start("/usr/sbin/collectd", ["-f", "-C", config]);
    await program.untilSaid("Initialization complete");
    return {
      said: program.said,
      stop: program.kill,
      work: async (watcher, round) => {
        const topic = `collectd/desk/room/temperature-${round}`;
        // values collected offline are lost, which its log reports
        await until(
          "collectd's value",
          async () => {
            const collected = await collect(folder, String(round), 20 + round);
            return collected && watcher.heard.some((each) => each.topic === topic);
          },
          45_000,
        );
        await watcher.kept(topic, new RegExp(`:${20 + round}\\b`));
        const words = `temperature-garden${round}`;
        await until(
          "collectd to hear",
          async () => {
            const payload = `${Math.floor(Date.now() / 1000)}:${round}\0`;
            await watcher.say({ topic: `sensors/desk/room/${words}`, payload, qos: 2 });
            return program.said().includes(words);
          },
          45_000,
        );
      },
    };
  },
};
