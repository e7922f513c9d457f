/** An order in a push message: answered from the notification with the page closed, once, for its own order alone. */

import type { Page, Worker } from "@playwright/test";
import type { PushMessage } from "../../worker/contract/watches.ts";
import type { Account } from "../support/account.ts";
import { receiverAt, subscriptionAt } from "../support/notice-receivers.ts";
import { until } from "../support/until.ts";
import { assistantOf, gateOf, PHONE } from "./asking.ts";
import { askPort, baseUrl, expect, test as journey, signIn } from "./journey.ts";
import { deliver, press, recordNotifications, recordOf } from "./push-browser.ts";

const BUTTONS = [
  { action: "allow", title: "Allow" },
  { action: "deny", title: "Deny" },
];

/** The account's browser, its push service, and the messages that it got. */
async function phoneOf(account: Account) {
  const service = await receiverAt(askPort(), 201);
  const browser = subscriptionAt(service.url);
  const target = { kind: "push", subscription: browser.subscription };
  const { id } = await account.call<{ id: string }>("POST", "/v0/targets/", target);
  const messages = () =>
    service.requests.map(({ body }) => JSON.parse(browser.decrypt(body)) as Required<PushMessage>);
  const message = async (number: number) => {
    await until(`message ${number}`, () => service.requests.length >= number, 60_000);
    return messages()[number - 1] as Required<PushMessage>;
  };
  return { target: id, service, message };
}

async function workerOf(page: Page): Promise<Worker> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  const [worker] = page.context().serviceWorkers() as [Worker];
  await worker.evaluate(recordNotifications);
  return worker;
}

/** Shows the message, closes the page, and presses a button of the notification. Returns the text that follows. */
async function answerClosed(page: Page, worker: Worker, message: PushMessage, action: string) {
  await page.goto("/dashboard/watches");
  const before = (await recordOf(worker)).shown.length;
  await deliver(page, JSON.stringify(message));
  await expect.poll(async () => (await recordOf(worker)).shown.length).toBe(before + 1);
  const shown = (await recordOf(worker)).shown.at(-1);
  await page.goto("about:blank");
  await press(worker, action);
  return { shown, body: (await recordOf(worker)).shown.at(-1)?.body };
}

/** As a program that has the ticket calls it. */
async function answerWith(ticket: string, order: string): Promise<{ status: number; detail: string }> {
  const response = await fetch(`${baseUrl()}/v0/approvals/${order}/`, {
    method: "POST",
    headers: { authorization: `Token ${ticket}`, "content-type": "application/json" },
    body: '{"allow":true}',
  });
  const { detail } = (await response.json()) as { detail: string };
  return { status: response.status, detail };
}

interface Scene {
  gate: Awaited<ReturnType<typeof gateOf>>;
  assistant: Awaited<ReturnType<typeof assistantOf>>;
  phone: Awaited<ReturnType<typeof phoneOf>>;
  /** The page's service worker, which shows the messages. */
  worker: Worker;
}

/** A gate that asks about tokens, an assistant with one, and the owner's phone on the page of orders. */
const test = journey.extend<{ scene: Scene }>({
  scene: async ({ page, account }, use) => {
    const gate = await gateOf(account);
    await gate.askFirst(["token"]);
    const assistant = await assistantOf(account, gate);
    const phone = await phoneOf(account);
    try {
      await signIn(page, account, "/dashboard/watches");
      await use({ gate, assistant, phone, worker: await workerOf(page) });
    } finally {
      await assistant.close();
      await gate.device.kill();
      await phone.service.close();
    }
  },
});

// One after the other: there is one push service.
test.describe.configure({ mode: "serial" });
test.use({ serviceWorkers: "allow", viewport: PHONE });

test("a notification's Allow sends the command with the page closed, and Deny sends none; each answer counts once", async ({
  page,
  scene: { gate, assistant, phone, worker },
}) => {
  const first = await assistant.order("on");
  const asked = await phone.message(1);
  expect(phone.service.requests.map(({ body }) => String(body)).join()).not.toContain(asked.answer.ticket);
  const allowed = await answerClosed(page, worker, asked, "allow");
  expect(allowed).toMatchObject({
    shown: { title: "Gate", body: 'The token "Assistant" asks to turn on Gate.', actions: BUTTONS },
    body: "Allowed. The command was sent.",
  });
  await until("the gate", () => gate.taken().includes("on"));
  await until("the proof", async () => (await assistant.status(first)).result === "taken");
  // the notification was still there, and is pressed again
  const again = await answerClosed(page, worker, asked, "deny");
  expect(again.body).toBe("Somebody has answered this order. Its row says what was done.");

  const second = await assistant.order("off");
  const denied = await answerClosed(page, worker, await phone.message(2), "deny");
  expect(denied.body).toBe("Denied. Nothing was sent.");
  expect(await assistant.status(second)).toMatchObject({ state: "denied", result: null });
  expect(gate.taken()).toEqual(["on"]);
  await page.goto("/dashboard/watches");
  const row = page.getByRole("listitem").filter({ hasText: /asks to turn .*Gate.* off/ });
  await expect(row).toContainText(/Denied\. Nothing was sent\. Answered in .*Chrom/);
});

const STOLEN =
  "This ticket answers its own notice or order, once and before that ends. Log in, and answer on the page.";

test("the ticket of another order, and one of a removed browser, are refused with the reason", async ({
  page,
  account,
  scene: { gate, assistant, phone, worker },
}) => {
  const [own, other] = [await assistant.order("on"), await assistant.order("off")];
  const [first, second] = [await phone.message(1), await phone.message(2)];
  expect(await answerWith(second.answer.ticket, own)).toEqual({ status: 401, detail: STOLEN });
  const forged = { ...first, answer: { ...first.answer, url: second.answer.url } };
  expect((await answerClosed(page, worker, forged, "allow")).body).toBe(STOLEN);
  await account.call("DELETE", `/v0/targets/${phone.target}/`);
  expect(await answerWith(second.answer.ticket, other)).toEqual({ status: 401, detail: STOLEN });
  for (const order of [own, other]) expect(await assistant.status(order)).toMatchObject({ state: "waiting" });
  expect(gate.taken()).toEqual([]);
});

test("an answer after the end is refused with the reason", async ({ page, account, scene }) => {
  const { gate, assistant, phone, worker } = scene;
  await assistant.order("on");
  const asked = await phone.message(1);
  // an order ends with its device, as it does after its time
  await account.call("DELETE", `/v0/devices/on-off/${gate.id}/`);
  const late = await answerClosed(page, worker, asked, "allow");
  expect(late.body).toBe("This order has ended, and nothing was sent. Let it be given again.");
  expect(gate.taken()).toEqual([]);
});
