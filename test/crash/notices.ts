/** Notices caused before a crash, and what a webhook receives: actions and checks. */

import { setTimeout as pause } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import type { Notice } from "../../worker/contract/watches.ts";
import type { Account } from "../support/account.ts";
import { receiverOf } from "../support/notice-receivers.ts";
import { until } from "../support/until.ts";
import type { History } from "./history.ts";

/** Switches of a life, each the cause of a notice, and of a campaign: an account gets 200 notices a day. */
const OF_A_LIFE = 6;
const MAX_CAUSES = 190;
/** Milliseconds between two causes, so that a kill comes between some and their deliveries. */
const DISTANCE = 50;
/** The longest time to an answer, so that a kill comes between some deliveries and their outcomes. Milliseconds. */
const SLOWEST = 300;
/** Each notice with this remainder is answered 503 once. */
const REFUSED_ONE_IN = 5;
/** Milliseconds; a refused attempt is repeated after five seconds. */
const LOOKING_BACK = 60_000;

export interface WatchedDevice {
  deviceId: string;
  watchId: string;
}

function verifies(webhook: Webhook, ...signed: Parameters<Webhook["verify"]>): boolean {
  try {
    webhook.verify(...signed);
    return true;
  } catch {
    return false;
  }
}

/** A webhook on this machine, which notes the id of each delivery that it verified. */
export async function noticeReceiver(history: History) {
  let webhook: Webhook | null = null;
  const refused = new Set<string>();
  const receiver = await receiverOf(async ({ body, headers }) => {
    const { id, type } = JSON.parse(body.toString()) as { id: string; type: string };
    if (webhook === null || type.endsWith(".test")) return 200;
    const isVerified = verifies(webhook, body, headers as Record<string, string>);
    if (Number.parseInt(id.slice(0, 8), 16) % REFUSED_ONE_IN === 0 && !refused.has(id)) {
      refused.add(id);
      return 503;
    }
    history.notices.received.push(isVerified && headers["webhook-id"] === id ? id : `${id}, unverified,`);
    await pause(Math.random() * SLOWEST);
    return 200;
  });
  const watch = async ({ call, newDevice }: Account): Promise<WatchedDevice> => {
    const { id: deviceId } = await newDevice("Watched");
    const target = { kind: "webhook", url: receiver.url };
    const { id, secret } = await call<{ id: string; secret: string }>("POST", "/v0/targets/", target);
    webhook = new Webhook(secret);
    await call("POST", `/v0/targets/${id}/test/`);
    const when = { device: deviceId, events: ["turned_on", "turned_off"] };
    const made = await call<{ id: string }>("POST", "/v0/watches/", {
      name: "Switched",
      when,
      targets: [id],
    });
    return { deviceId, watchId: made.id };
  };
  return { watch, close: receiver.close };
}

export async function causeNotices(...[account, device, history, isOver]: Cause): Promise<void> {
  for (let n = 0; n < OF_A_LIFE && !isOver(); n++) {
    await causeNotice(account, device, history);
    await pause(DISTANCE);
  }
}
type Cause = [...Parameters<typeof causeNotice>, isOver: () => boolean];

/** Also called immediately before the kill, which then comes before the outcome of the delivery. */
export async function causeNotice({ call }: Account, device: WatchedDevice, history: History): Promise<void> {
  const { notices } = history;
  if (notices.caused >= MAX_CAUSES) return;
  const state = notices.caused++ % 2 === 0;
  await call("POST", `/v0/devices/on-off/${device.deviceId}/switch/`, { state });
}

/** The ids of all notices, after the last delivery. */
export async function readNotices({ call }: Account, { watchId }: WatchedDevice): Promise<string[]> {
  const list = await until(
    "the last delivery",
    async () => {
      const all = await call<Notice[]>("GET", `/v0/watches/${watchId}/notices/`);
      return all.every(({ deliveries }) => deliveries.every(({ outcome }) => outcome === "delivered")) && all;
    },
    LOOKING_BACK,
  );
  return list.map(({ id }) => id);
}

/** Each switch is a notice, and each notice arrived, with its own id. */
export function noticeErrors({ notices: { switches, listed, received } }: History): string[] {
  const [ids, arrived] = [new Set(listed), new Set(received)];
  return [
    ...(switches === ids.size ? [] : [`${switches} switches, and ${ids.size} notices`]),
    ...listed.filter((id) => !arrived.has(id)).map((id) => `the notice ${id} never arrived`),
    ...[...arrived].filter((id) => !ids.has(id)).map((id) => `the notice ${id} arrived, and is not listed`),
  ];
}
