/** Guests, tokens and callers of one account that take more than their part, or switch without the right to. */

import { setTimeout as pause } from "node:timers/promises";
import { connectPacket, subscribePacket } from "../bench/generator/mqtt.ts";
import { encodeFrame } from "../bench/generator/websocket.ts";
import type { Account } from "../support/account.ts";
import { type Attack, login, open, type Victim } from "./sockets.ts";

const GUESTS_SWITCH = "twenty guests that switch 500 times a second";
const ROBOT = "a token without the switch scope that makes watches";
const BY_EVERY_WAY = "values that no control message may have, by every way in";
const HANG_UPS = "callers that hang up while they wait for a reply";

const GUESTS = 20;
const PRESSES_OF_A_GUEST = 25;
/** Rows of a day, of which guests may write a tenth. */
const ROWS = 2000;
const HANG_UPS_A_SECOND = 500;

type Answer = { status: number } | undefined;

const callAs = ({ port }: Victim, token: string, line: string, body?: object, signal?: AbortSignal) => {
  const [method = "", path = ""] = line.split(" ");
  return (
    fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Token ${token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
      .then(async (answer): Promise<Answer> => {
        await answer.arrayBuffer();
        return answer;
      })
      // also when it is aborted while the body arrives
      .catch(() => undefined)
  );
};

const pressLine = ({ deviceId }: Victim) => `POST /v0/devices/on-off/${deviceId}/switch/`;

const guestsSwitch: Attack = async (victim, over) => {
  const tokens = victim.extra?.tokens?.split(" ") ?? [];
  while (!over.aborted) {
    for (const token of tokens) void callAs(victim, token, pressLine(victim), { state: Math.random() < 0.5 });
    await pause(1000 / PRESSES_OF_A_GUEST);
  }
};

async function guests(victim: Victim, account: Account) {
  const tokens: string[] = [];
  for (let n = 0; n < GUESTS; n++) {
    const guest = { name: `Guest ${n}`, devices: [victim.deviceId], may: "switch" };
    tokens.push((await account.call<{ token: string }>("POST", "/v0/guests/", guest)).token);
    // below the rate of changes
    await pause(100);
  }
  return {
    extra: { tokens: tokens.join(" ") },
    look: async () => {
      const owner = await callAs(victim, victim.token, pressLine(victim), { state: true });
      const guest = await callAs(victim, tokens[0] ?? "", pressLine(victim), { state: true });
      return [
        ...(owner?.status === 200 ? [] : [`the owner's switch: ${owner?.status}`]),
        ...(guest?.status === 429 || guest?.status === 503 ? [] : [`a guest's switch: ${guest?.status}`]),
      ];
    },
  };
}

const watchOf = (target = "") => ({ name: "W", when: { events: ["connected"] }, targets: [target] });

const makesWatches: Attack = async (victim, over) => {
  const { robot = "", target = "", watch } = victim.extra ?? {};
  const until = "2020-01-01T00:00:00Z";
  while (!over.aborted) {
    void callAs(victim, robot, "POST /v0/watches/", watchOf(target));
    void callAs(victim, robot, `PUT /v0/watches/${watch}/`, { ...watchOf(target), enabled: true });
    void callAs(victim, robot, `POST /v0/watches/${watch}/snooze/`, { until });
    await pause(20);
  }
};

async function robot(victim: Victim, account: Account) {
  const { deviceId: device } = victim;
  const action = { kind: "device", device, raised: { state: true } };
  const { id: target } = await account.call<{ id: string }>("POST", "/v0/targets/", action);
  const off = { ...watchOf(target), enabled: false };
  const { id: watch } = await account.call<{ id: string }>("POST", "/v0/watches/", off);
  const scopes = ["setup:read", "setup:write"];
  const { token } = await account.call<{ token: string }>("POST", "/v0/tokens/", { name: "robot", scopes });
  return {
    extra: { robot: token, target, watch },
    look: async () => {
      const watches = await account.call<{ enabled: boolean }[]>("GET", "/v0/watches/");
      return watches.length === 1 && watches[0]?.enabled === false
        ? []
        : ["a token without the switch scope made or enabled a watch that switches"];
    },
  };
}

const TEXTS = Array.from({ length: 7 }, (_, n) => `text-${n}`);

/** The sets that MQTT refuses: longer than a control message, and between the steps of a number. */
const WRONG_SETS: readonly object[] = [
  Object.fromEntries(TEXTS.map((key) => [key, "\u0001".repeat(256)])),
  { level: 600_000_000_000.5 },
];

const wrongSets: Attack = async (victim, over) => {
  const device = victim.deviceId;
  const when = { cron: "* * * * *" };
  while (!over.aborted) {
    for (const set of WRONG_SETS) {
      void callAs(victim, victim.token, pressLine(victim), { set });
      const schedule = { name: "Wrong", state: true, set, when, time_zone: "UTC" };
      void callAs(victim, victim.token, `POST /v0/devices/on-off/${device}/schedules/`, schedule);
      const target = { kind: "device", device, raised: { set } };
      void callAs(victim, victim.token, "POST /v0/targets/", target);
    }
    await pause(50);
  }
};

async function controlled({ deviceId }: Victim, account: Account) {
  const path = `/v0/devices/on-off/${deviceId}/`;
  const level = { key: "level", kind: "number", min: 0, max: 1e15, step: 1 };
  const texts = TEXTS.map((key) => ({ key, kind: "text" }));
  await account.call("PUT", path, { name: "Lamp", controls: [level, ...texts] });
  // each way takes a value that fits
  const set = { level: 5 };
  await account.call("POST", `${path}switch/`, { set });
  const schedule = { name: "Right", state: true, set, when: { cron: "0 3 * * *" }, time_zone: "UTC" };
  await account.call("POST", `${path}schedules/`, schedule);
  await account.call("POST", "/v0/targets/", { kind: "device", device: deviceId, raised: { set } });
  const listed = async (name: string, list: string): Promise<string[]> =>
    (await account.call<unknown[]>("GET", list)).length === 1 ? [] : [`${name} with a wrong value was made`];
  return {
    look: async () => {
      const { controls } = await account.call<{ controls: { wanted: unknown }[] }>("GET", path);
      const wanted = controls.flatMap((control) => control.wanted ?? []);
      return [
        ...(wanted.length === 1 && wanted[0] === 5 ? [] : ["a wrong value was accepted"]),
        ...(await listed("a schedule", `${path}schedules/`)),
        ...(await listed("a target", "/v0/targets/")),
      ];
    },
  };
}

const hangUps: Attack = async (victim, over) => {
  const reader = await open(victim);
  reader.write(encodeFrame(connectPacket(login(victim, "reader"))));
  reader.write(encodeFrame(subscribePacket([`${victim.userId}/asked`], 0)));
  while (!over.aborted) {
    for (let n = 0; n < HANG_UPS_A_SECOND / 50; n++) {
      const signal = AbortSignal.timeout(30);
      void callAs(victim, victim.token, "POST /v0/messages/asked?reply=10", {}, signal);
    }
    await pause(20);
  }
  reader.destroy();
};

export const RIGHTS: Record<string, Attack> = {
  [GUESTS_SWITCH]: guestsSwitch,
  [ROBOT]: makesWatches,
  [BY_EVERY_WAY]: wrongSets,
  [HANG_UPS]: hangUps,
};

/** What is prepared for each of them, and what is looked at afterwards. */
export const RIGHTS_WITNESSES = { [GUESTS_SWITCH]: guests, [ROBOT]: robot, [BY_EVERY_WAY]: controlled };

export const RIGHTS_VARIABLES = { [GUESTS_SWITCH]: { MAX_ROWS_A_DAY: String(ROWS) } };
