/** Delivers notices for accounts' objects: the port of `broker/ports.ts`. Runs outside any turn. */

import type { Attempt } from "../../broker/contract/watch.ts";
import type { Notifier } from "../../broker/ports.ts";
import type { Env } from "../env.ts";
import { accountName } from "../keys/digest.ts";
import { noticePoint } from "../observability/point.ts";
import { writePoints } from "../observability/store.ts";
import { within } from "../patience.ts";
import { deliverMail } from "./mail.ts";
import { askByPush, deliverPush } from "./push.ts";
import { deliverWebhook } from "./webhook.ts";

/** Of a whole attempt: look-ups, database and request. Less than the object's lease of 30 s. Milliseconds. */
const PATIENCE = 20_000;
const LATE: Attempt = { outcome: "failed", detail: "It took too long." };

export const createNotifier = (env: Env, patience = PATIENCE): Notifier => ({
  async deliver(...args) {
    const attempt = (await within(patience, deliver(env, ...args))) ?? LATE;
    const [userId, { address }] = args;
    void writePoints(env, [noticePoint(accountName(userId), `${address.kind} ${attempt.outcome}`)]);
    return attempt;
  },
  async ask(userId, target, message) {
    const attempt = (await within(patience, askByPush(env, target, message))) ?? LATE;
    void writePoints(env, [noticePoint(accountName(userId), `push ${attempt.outcome}`)]);
    return attempt;
  },
});

async function deliver(
  env: Env,
  ...[userId, target, message]: Parameters<Notifier["deliver"]>
): Promise<Attempt> {
  const { id: targetId, address } = target;
  switch (address.kind) {
    case "mail":
      return deliverMail(env, userId, message);
    case "push":
      return deliverPush(env, address, message, userId);
    case "webhook":
      return deliverWebhook(env, { userId, targetId }, address, message);
  }
}
