/** Notices of a lost device at real receivers: webhooks that verify them, and a push service that decrypts them. */

import mqtt from "mqtt";
import { Webhook } from "standardwebhooks";
import { expect } from "vitest";
import type { BrokerInfo } from "../../worker/contract/service.ts";
import type { Notice, NoticeTarget, Watch } from "../../worker/contract/watches.ts";
import { type Account, newAccount, PASSWORD } from "../support/account.ts";
import { receiver, subscriptionAt, vapidClaims } from "../support/notice-receivers.ts";
import { until } from "../support/until.ts";

type Created = NoticeTarget & { secret: string };
type Tested = { outcome: string; detail: string; target: NoticeTarget };
interface CloudEvent {
  id: string;
  type: string;
  subject?: string;
  data: { text: string };
}

type Receiver = Awaited<ReturnType<typeof receiver>>;

/** Loses a device. Returns, after the first attempt of each delivery, the check for after a kill and a start. */
export async function loseDevice(url: string, push: Receiver) {
  // the first request of a webhook is its test
  const statuses = [[200], [200, 503, 200], [200, 410], [302]];
  const receivers = await Promise.all(statuses.map((each) => receiver(...each)));
  const [hook, flaky, gone, redirecting] = receivers as [Receiver, Receiver, Receiver, Receiver];
  const account = await newAccount(url);
  await account.newKey();
  const lamp = await account.newDevice("Lamp");
  await account.newCredential("board", []);
  const hooks = [
    await webhook(account, hook),
    await webhook(account, flaky),
    await webhook(account, gone),
  ] as const;
  checkTests(hooks, await webhook(account, redirecting));
  const browser = subscriptionAt(push.url);
  const own = await personalTargets(account, browser.subscription);
  const watch = await account.call<Watch>("POST", "/v0/watches/", {
    name: "Lamp is lost",
    when: { device: lamp.id, lost_for: "PT1S" },
    targets: [...hooks.map((each) => each.id), own.push, own.mail],
  });
  const list = () => noticesOf(account, watch.id);
  // an attempt whose outcome is not stored yet is repeated after the kill
  await until("the first attempts", async () =>
    (await list())[0]?.deliveries.every(({ attempts }) => attempts === 1),
  );

  return async (tcpPort: number): Promise<void> => {
    await until("the second attempt", () => flaky.requests.length === 3, 60_000);
    checkRepeated(verified(flaky, hooks[1]), lamp.id);
    await checkPush(account, push, browser, { lampId: lamp.id, watchId: watch.id });

    const client = mqtt.connect(`mqtt://127.0.0.1:${tcpPort}`, {
      username: `${lamp.id}:board`,
      password: PASSWORD,
      protocolVersion: 5,
      reconnectPeriod: 200,
    });
    await until("the notice of its return", () => hook.requests.length === 3, 60_000);
    const events = verified(hook, hooks[0]);
    expect(events.map(({ type }) => type.split(".").at(-1))).toEqual(["test", "raised", "cleared"]);
    expect(events[2]?.data.text).toBe("Lamp is connected again.");
    expect(gone.requests).toHaveLength(2);
    await checkOutcomes(account, watch.id, { repeated: hooks[1].id, gone: hooks[2].id, ...own });
    await client.endAsync(true);
    await Promise.all(receivers.map(({ close }) => close()));
  };
}

function checkTests(hooks: readonly { tested: Tested }[], { tested: redirected }: { tested: Tested }): void {
  for (const { tested } of hooks) {
    expect(tested).toMatchObject({ outcome: "delivered", target: { confirmed: true } });
  }
  expect(redirected).toMatchObject({ outcome: "failed", target: { confirmed: false } });
  expect(redirected.detail).toContain("Redirects are not followed");
}

async function personalTargets(account: Account, subscription: object) {
  const create = (body: object) => account.call<Created>("POST", "/v0/targets/", body);
  const push = await create({ kind: "push", subscription });
  return { push: push.id, mail: (await create({ kind: "mail" })).id };
}

async function webhook(account: Account, { url }: Receiver) {
  const created = await account.call<Created>("POST", "/v0/targets/", { kind: "webhook", url });
  const tested = await account.call<Tested>("POST", `/v0/targets/${created.id}/test/`);
  return { ...created, tested };
}

/** The events that a webhook received, each verified by the reference library. */
const verified = ({ requests }: Receiver, { secret }: Created): CloudEvent[] =>
  requests.map(({ body, headers }) => {
    const event = new Webhook(secret).verify(body, headers as Record<string, string>) as CloudEvent;
    expect(headers["webhook-id"]).toBe(event.id);
    return event;
  });

/** After the failed attempt the same notice arrives again, with the same id. */
function checkRepeated([test, failed, repeated]: CloudEvent[], lampId: string): void {
  expect(test?.type).toBe("switchyard.webhook.test");
  expect(failed).toMatchObject({ type: "switchyard.notice.raised", subject: lampId });
  expect(failed?.data.text).toBe("Lamp is not connected.");
  expect(repeated).toEqual(failed);
}

async function checkPush(
  account: Account,
  push: Receiver,
  browser: ReturnType<typeof subscriptionAt>,
  { lampId, watchId }: { lampId: string; watchId: string },
): Promise<void> {
  const [message] = push.requests;
  expect(JSON.parse(browser.decrypt(message?.body ?? Buffer.alloc(0)))).toEqual({
    title: "Lamp is lost",
    body: "Lamp is not connected.",
    url: `/dashboard/devices/${lampId}`,
    tag: watchId,
    answer: {
      id: expect.any(String),
      url: expect.stringMatching(/\/v0\/notices\/[\da-f-]{36}\/act\/$/),
      ticket: expect.stringMatching(/^swn_/),
      actions: [{ action: "snooze", label: "Snooze 1 h" }],
    },
  });
  await checkAnswer(message && JSON.parse(browser.decrypt(message.body)).answer);
  const { push_key } = await account.call<BrokerInfo>("GET", "/v0/broker/");
  const claims = vapidClaims(message?.headers.authorization ?? "", push_key ?? "");
  expect(claims.aud).toBe(`https://${push.host}`);
}

/** Without those that say which target takes no notices. */
const noticesOf = async (account: Account, watchId: string) =>
  (await account.call<Notice[]>("GET", `/v0/watches/${watchId}/notices/`)).filter(
    ({ lost_target: lost }) => lost === undefined,
  );

/** The ticket in the message answers, without a login, once. */
async function checkAnswer({ url, ticket }: { url: string; ticket: string }): Promise<void> {
  const answer = () =>
    fetch(url, {
      method: "POST",
      headers: { authorization: `Token ${ticket}`, "content-type": "application/json" },
      body: JSON.stringify({ action: "snooze" }),
    });
  const first = await answer();
  expect([first.status, await first.json()]).toMatchObject([
    200,
    { actions: [], answer: { action: "snooze", detail: "Snoozed for an hour." } },
  ]);
  expect((await answer()).status).toBe(401);
}

async function checkOutcomes(account: Account, watchId: string, ids: Record<string, string>): Promise<void> {
  const targets = await account.call<NoticeTarget[]>("GET", "/v0/targets/");
  expect(targets.find(({ id }) => id === ids.gone)?.disabled).toContain("410");
  const list = await noticesOf(account, watchId);
  expect(list.map(({ state }) => state)).toEqual(["cleared", "raised"]);
  const raised = new Map(list[1]?.deliveries.map((each) => [each.target, each]));
  expect(raised.get(ids.repeated ?? "")).toMatchObject({ attempts: 2, outcome: "delivered" });
  expect(raised.get(ids.gone ?? "")).toMatchObject({ outcome: "gone" });
  expect(raised.get(ids.push ?? "")).toMatchObject({ outcome: "delivered" });
  expect(raised.get(ids.mail ?? "")?.detail).toContain("Confirm your e-mail address");
}
