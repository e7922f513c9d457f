/** Targets of notices, which the account's object stores. A webhook's secret is sealed before it gets there. */

import type { HostBusy, NotStored, StoredTarget, TestedTarget } from "../../broker/contract/watch.ts";
import { PERHAPS_TESTED } from "../account/account.ts";
import { objectRoute } from "../api/by-object.ts";
import type { BodyOf } from "../contract/api.ts";
import { WEBHOOK_OVERLAP } from "../contract/limits.ts";
import { deleteSecrets } from "../db/webhook-secrets.ts";
import { type Env, settings } from "../env.ts";
import { invalidField, limitReached, notFound, throttled } from "../errors.ts";
import { currentPair } from "../notify/push.ts";
import { pushEndpointProblem, webhookAddressProblem } from "../notify/target-address.ts";
import { createSecret } from "../notify/webhook.ts";
import { noticeTargetOf } from "../present/notice.ts";

type TargetRequest = BodyOf<"createTarget">;

export const listTargets = objectRoute<"listTargets", StoredTarget[]>({
  act: (calls) => calls.watches.listTargets(),
  show: (targets) => targets.map(noticeTargetOf),
});

export const createTarget = objectRoute<"createTarget", StoredTarget | NotStored, unknown, StoredTarget>({
  async input({ env, body, now }) {
    const problem = addressProblem(env, body);
    if (problem !== null) return invalidField(...problem);
    const address = addressOf(body, (await currentPair(env))?.id ?? "");
    return { id: crypto.randomUUID(), address, createdAt: now, disabled: null };
  },
  act: (calls, { env, input: target }) => calls.watches.putTarget(target, settings(env).limits.MAX_TARGETS),
  async show(stored, { env, userId, now }) {
    if (!("address" in stored)) {
      throw limitReached("MAX_TARGETS", settings(env).limits.MAX_TARGETS);
    }
    const isWebhook = stored.address.kind === "webhook";
    const secret = isWebhook ? await createSecret(env, { userId, targetId: stored.id }, now, 0) : null;
    return { ...noticeTargetOf(stored), secret };
  },
});

function addressProblem(env: Env, body: TargetRequest): [field: string, sentence: string] | null {
  const [field, sentence] =
    body.kind === "webhook"
      ? ["url", webhookAddressProblem(env, body.url)]
      : ["subscription", body.kind === "push" ? pushEndpointProblem(env, body.subscription.endpoint) : null];
  return sentence === null ? null : [field, sentence];
}

function addressOf(body: TargetRequest, vapidKey: string): StoredTarget["address"] {
  switch (body.kind) {
    case "mail":
      return { kind: "mail" };
    case "webhook":
      return { kind: "webhook", url: new URL(body.url).href, isConfirmed: false };
    case "push":
      return { kind: "push", endpoint: body.subscription.endpoint, ...body.subscription.keys, key: vapidKey };
  }
}

export const deleteTarget = objectRoute<"deleteTarget", boolean>({
  act: (calls, { id }) => calls.watches.deleteTarget(id),
  async show(isDone, { env, userId, id }) {
    if (!isDone) throw notFound();
    await deleteSecrets(env.DB, userId, id);
    return undefined;
  },
});

export const testTarget = objectRoute<"testTarget", TestedTarget | HostBusy | null>({
  lost: PERHAPS_TESTED,
  act: (calls, { id }) => calls.watches.testTarget(id),
  show(tested) {
    if (tested === null) throw notFound();
    if ("retryAfterSeconds" in tested) throw throttled(tested.retryAfterSeconds);
    const { outcome, detail } = tested.attempt;
    return { outcome, detail, target: noticeTargetOf(tested.target) };
  },
});

export const rotateTarget = objectRoute<"rotateTarget", StoredTarget[]>({
  act: (calls) => calls.watches.listTargets(),
  async show(targets, { env, userId, id, now }) {
    const target = targets.find((each) => each.id === id && each.address.kind === "webhook");
    if (target === undefined) throw notFound();
    const secret = await createSecret(env, { userId, targetId: id }, now, WEBHOOK_OVERLAP);
    return { ...noticeTargetOf(target), secret };
  },
});
