/** Attacks by what was imported: a user of Mosquitto beside its rights, and values that hold no hours. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { main } from "../../worker/cli/main.ts";
import { connectPacket, publishPacket } from "../bench/generator/mqtt.ts";
import { encodeFrame } from "../bench/generator/websocket.ts";
import { type Account, PASSWORD } from "../support/account.ts";
import { type Attack, MIB, open, repeatUntilOver, type Victim } from "./sockets.ts";

const MOVED_IN = "a user of Mosquitto that writes where a deny line refused it";
const NO_HOURS = "imports of values that hold no hours";
const NOT_HOURS_A_SECOND = 50;
const HOST = "127.0.0.1";

/** The import leaves out a right that a deny line touches. */
const ACL = "user eve\ntopic readwrite home/#\ntopic readwrite hall/#\ntopic deny hall/lock\n";
const DENIED = "hall/lock";
const GRANTED = "home/lamp";

const retained = (topic: string): Buffer => {
  const packet = publishPacket(topic, Buffer.from("open"));
  packet[0] = 0x31;
  return encodeFrame(packet);
};

/** Connects anew whenever the broker closes its socket. */
const movedIn: Attack = (victim, over) =>
  repeatUntilOver(over, async () => {
    const socket = await open(victim);
    const password = victim.extra?.password ?? "";
    socket.write(encodeFrame(connectPacket({ clientId: "eve", username: "eve", password })));
    socket.write(retained(GRANTED));
    for (; !over.aborted && !socket.destroyed; await pause(10)) socket.write(retained(DENIED));
    socket.destroy();
  });

async function moveIn({ port }: Victim, account: Account) {
  const folder = mkdtempSync(join(tmpdir(), "switchyard-moved-"));
  const into = (name: string) => join(folder, name);
  writeFileSync(into("users"), "eve:$7$101$aaaa$bbbb\n");
  writeFileSync(into("acl"), ACL);
  writeFileSync(into("mosquitto.conf"), "password_file users\nacl_file acl\n");
  const environment = {
    SWITCHYARD_URL: `http://${HOST}:${port}`,
    SWITCHYARD_EMAIL: account.email,
    SWITCHYARD_PASSWORD: PASSWORD,
  };
  const nothing = { write: () => true };
  const args = ["import", into("mosquitto.conf"), "--passwords", into("passwords")];
  await main(args, { environment, stdout: nothing, stderr: nothing });
  const [, password = ""] = /^eve:(\S+)$/m.exec(readFileSync(into("passwords"), "utf8")) ?? [];
  rmSync(folder, { recursive: true });
  return {
    extra: { password },
    look: async () => {
      const messages = await account.call<{ topic: string }[]>("GET", "/v0/messages/?filter=%23");
      const topics = messages.map(({ topic }) => topic);
      return [
        ...(topics.includes(GRANTED) ? [] : ["the imported user has not written at all"]),
        ...(topics.includes(DENIED) ? ["an imported user wrote what a deny line refuses"] : []),
      ];
    },
  };
}

const NOT_HOURS: readonly Uint8Array<ArrayBuffer>[] = [
  new Uint8Array(MIB),
  new Uint8Array(0),
  new TextEncoder().encode("2026-01-22T13:00:00.000Z,21.5\r\n".repeat(10_000)),
];

const importHours = ({ port, token, deviceId }: Victim, body: Uint8Array<ArrayBuffer>): Promise<Response> =>
  fetch(`http://${HOST}:${port}/v0/devices/on-off/${deviceId}/series/?key=t&resolution=1h`, {
    method: "PUT",
    headers: { authorization: `Token ${token}`, "content-type": "text/csv" },
    body,
  });

const noHours: Attack = async (victim, over) => {
  for (let n = 0; !over.aborted; n++, await pause(1000 / NOT_HOURS_A_SECOND)) {
    const body = NOT_HOURS[n % NOT_HOURS.length] ?? new Uint8Array(0);
    void importHours(victim, body).then(
      (answer) => answer.arrayBuffer(),
      () => undefined,
    );
  }
};

const HOURS = new TextEncoder().encode("at,value\n2026-01-22T13:00:00.000Z,21.5\n");

async function unread(victim: Victim) {
  if (!(await importHours(victim, HOURS)).ok) throw new Error("The product takes no hours.");
  return {
    look: async () => {
      const answers = await Promise.all(NOT_HOURS.map((body) => importHours(victim, body)));
      return answers.filter(({ ok }) => ok).map(({ url }) => `${url} accepted a body without hours`);
    },
  };
}

export const IMPORTS: Record<string, Attack> = { [MOVED_IN]: movedIn, [NO_HOURS]: noHours };

/** What is prepared for each of them, and what is looked at afterwards. */
export const IMPORTS_WITNESSES = { [MOVED_IN]: moveIn, [NO_HOURS]: unread };
