/** An account that sends notices and tests to one host, over and over. The receiver counts what arrives. */

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Account } from "../support/account.ts";
import { until } from "../support/until.ts";
import type { Attack, Victim } from "./sockets.ts";

export const PRESSES = "notices and tests sent again and again";
const TARGETS = 5;
/** Requests to one host, an hour and account. */
const MOST_REQUESTS = 60;
/** Presses a second, below the rate of changes. */
const RATE = 8;

/** A webhook may be on this machine. */
export const NEAR: Readonly<Record<string, string>> = { WEBHOOK_LAN: "true" };

/** A receiver that accepts its tests, and refuses everything once `look` may be called. */
export async function receiver(victim: Victim, account: Account) {
  let [requests, isBroken] = [0, false];
  const server = createServer((request, response) => {
    requests++;
    request.resume().once("end", () => response.writeHead(isBroken ? 503 : 204).end());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const targets: string[] = [];
  for (let n = 0; n < TARGETS; n++) {
    const url = `http://127.0.0.1:${port}/${n}`;
    const { id } = await account.call<{ id: string }>("POST", "/v0/targets/", { kind: "webhook", url });
    await account.call("POST", `/v0/targets/${id}/test/`);
    targets.push(id);
  }
  const when = { events: ["turned_on"], device: victim.deviceId };
  await account.call("POST", "/v0/watches/", { name: "On", when, targets });
  await account.call("POST", `/v0/devices/on-off/${victim.deviceId}/switch/`, { state: true });
  const notice = await until("a notice", async () => {
    const [first] = await account.call<{ id: string }[]>("GET", "/v0/notices/");
    return first?.id;
  });
  isBroken = true;
  return {
    extra: { notice, target: targets[0] ?? "" },
    look: async () => {
      server.close();
      server.closeAllConnections();
      return requests > MOST_REQUESTS
        ? [`${requests} requests reached one host, at most ${MOST_REQUESTS} an hour`]
        : [];
    },
  };
}

export const presses: Attack = async ({ port, token, extra }, over) => {
  const press = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: "POST",
      headers: { authorization: `Token ${token}` },
    }).then(
      (answer) => answer.arrayBuffer(),
      () => undefined,
    );
  for (let n = 0; !over.aborted; n++, await pause(1000 / RATE)) {
    void press(n % 4 === 3 ? `/v0/targets/${extra?.target}/test/` : `/v0/notices/${extra?.notice}/send/`);
  }
};
