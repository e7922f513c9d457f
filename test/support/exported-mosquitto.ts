/** Debian's Mosquitto, started from the files that an export has written into a folder. */

import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { main } from "../../worker/cli/main.ts";
import { PASSWORD } from "./account.ts";
import { freePort } from "./product-process.ts";
import { until } from "./until.ts";

/** Returns the output of `switchyard export`. */
export async function exportInto(folder: string, url: string, email: string): Promise<string> {
  let printed = "";
  const stdout = {
    write(text: string | Uint8Array) {
      printed += String(text);
      return true;
    },
  };
  const environment = { SWITCHYARD_PASSWORD: PASSWORD };
  const code = await main(["export", "--url", url, "--email", email, "--into", folder], {
    environment,
    stdout,
  });
  if (code !== 0) throw new Error(`The export ended with ${code}: ${printed}`);
  return printed;
}

const listening = (at: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(at, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

export async function startMosquitto(folder: string): Promise<{ port: number; stop: () => void }> {
  const port = await freePort();
  const lines = [
    `listener ${port} 127.0.0.1`,
    "allow_anonymous false",
    `password_file ${folder}/mosquitto.passwd`,
    `acl_file ${folder}/mosquitto.acl`,
    // Mosquitto as root drops its rights, but the files belong to their owner alone
    ...(process.getuid?.() === 0 ? ["user root"] : []),
  ];
  writeFileSync(join(folder, "mosquitto.conf"), `${lines.join("\n")}\n`);
  const mosquitto = spawn("mosquitto", ["-c", join(folder, "mosquitto.conf")], {
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: "ignore",
  });
  await until("Mosquitto", () => listening(port));
  return { port, stop: () => mosquitto.kill() };
}
