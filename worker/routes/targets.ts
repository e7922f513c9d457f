/** Targets of notices, which the account's object stores. A webhook's secret is sealed before it gets there. */

import { sentence } from "../../broker/contract/mistake.ts";
import type {
  HostBusy,
  NotStored,
  StoredTarget,
  TestedTarget,
  WebhookAddress,
  WrongAction,
} from "../../broker/contract/watch.ts";
import { PERHAPS_TESTED } from "../account/account.ts";
import { objectRoute } from "../api/by-object.ts";
import type { BodyOf } from "../contract/api.ts";
import { WEBHOOK_OVERLAP } from "../contract/limits.ts";
import { MESSAGES } from "../contract/sentences.ts";
import { deleteSecrets } from "../db/webhook-secrets.ts";
import { type Env, settings } from "../env.ts";
import { invalidField, invalidRequest, limitReached, notFound, throttled } from "../errors.ts";
import { chatAddressIn, webhookProblem } from "../notify/chat-address.ts";
import { currentPair } from "../notify/push.ts";
import { pushEndpointProblem } from "../notify/target-address.ts";
import { createSecret, storeChatAddress } from "../notify/webhook.ts";
import { noticeTargetOf } from "../present/notice.ts";
import { orderOf } from "./order.ts";

type TargetRequest = BodyOf<"createTarget">;
type WebhookRequest = Extract<TargetRequest, { kind: "webhook" }>;
type DeviceTargetRequest = Extract<TargetRequest, { kind: "device" }>;

export const listTargets = objectRoute<"listTargets", StoredTarget[]>({
  act: (calls) => calls.watches.listTargets(),
  show: (targets) => targets.map(noticeTargetOf),
});

export const createTarget = objectRoute<
  "createTarget",
  StoredTarget | NotStored | WrongAction,
  unknown,
  StoredTarget
>({
  // a device may have been created a moment ago
  needs: { rights: true },
  async input({ env, body, now }) {
    const problem = addressProblem(env, body);
    if (problem !== null) return invalidField(...problem);
    const address = addressOf(env, body, (await currentPair(env))?.id ?? "");
    return { id: crypto.randomUUID(), address, createdAt: now, disabled: null };
  },
  act: (calls, { env, input: target }) => calls.watches.putTarget(target, settings(env).limits.MAX_TARGETS),
  async show(stored, { env, body, userId, now }) {
    if ("unknown" in stored) throw invalidField("device", MESSAGES.noSuchObject(stored.id));
    if ("mistake" in stored) throw invalidField(stored.of, sentence(stored.mistake));
    if (!("address" in stored)) {
      throw limitReached("MAX_TARGETS", settings(env).limits.MAX_TARGETS);
    }
    const secret =
      body.kind === "webhook" ? await sealedSecret(env, body, { userId, targetId: stored.id, now }) : null;
    return { ...noticeTargetOf(stored), secret };
  },
});

/** Stores what only the worker knows of a webhook. Returns the secret that its owner needs; null for a chat service. */
async function sealedSecret(
  env: Env,
  body: WebhookRequest,
  { now, ...webhook }: { userId: string; targetId: string; now: number },
): Promise<string | null> {
  const chat = chatAddressIn(env, body);
  if (chat === null) return createSecret(env, webhook, now, 0);
  await storeChatAddress(env, webhook, chat.sealed, now);
  return null;
}

function addressProblem(env: Env, body: TargetRequest): [field: string, sentence: string] | null {
  if (body.kind === "device") return actionProblem(body);
  if (body.kind === "webhook") return webhookProblem(env, body);
  const sentence = body.kind === "push" ? pushEndpointProblem(env, body.subscription.endpoint) : null;
  return sentence === null ? null : ["subscription", sentence];
}

function actionProblem({ raised, cleared }: DeviceTargetRequest): [field: string, sentence: string] | null {
  if (!raised && !cleared) return ["raised", MESSAGES.noAction];
  if (raised && orderOf(raised) === null) return ["raised", MESSAGES.emptyAction];
  return cleared && orderOf(cleared) === null ? ["cleared", MESSAGES.emptyAction] : null;
}

function addressOf(env: Env, body: TargetRequest, vapidKey: string): StoredTarget["address"] {
  switch (body.kind) {
    case "mail":
      return { kind: "mail" };
    case "device":
      return {
        kind: "device",
        deviceId: body.device.toLowerCase(),
        raised: orderOf(body.raised),
        cleared: orderOf(body.cleared),
      };
    case "webhook":
      return webhookAddressOf(env, body);
    case "push":
      return { kind: "push", endpoint: body.subscription.endpoint, ...body.subscription.keys, key: vapidKey };
  }
}

function webhookAddressOf(env: Env, body: WebhookRequest): WebhookAddress {
  const chat = chatAddressIn(env, body);
  if (chat !== null) {
    const { sealed: _, ...shown } = chat;
    return { kind: "webhook", ...shown, isConfirmed: false };
  }
  return { kind: "webhook", url: "url" in body ? new URL(body.url).href : "", isConfirmed: false };
}

export const deleteTarget = objectRoute<"deleteTarget", boolean>({
  needs: { row: "own" },
  act: (calls, { id }) => calls.watches.deleteTarget(id),
  async show(isDone, { env, userId, id }) {
    if (!isDone) throw notFound();
    await deleteSecrets(env.DB, userId, id);
    return undefined;
  },
});

export const testTarget = objectRoute<"testTarget", TestedTarget | HostBusy | null>({
  needs: { row: "own" },
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
  needs: { row: "own" },
  act: (calls) => calls.watches.listTargets(),
  async show(targets, { env, userId, id, now }) {
    const target = targets.find((each) => each.id === id && each.address.kind === "webhook");
    if (target === undefined) throw notFound();
    if (noticeTargetOf(target).format !== "cloudevents") throw invalidRequest(MESSAGES.noSecretOfChat);
    const secret = await createSecret(env, { userId, targetId: id }, now, WEBHOOK_OVERLAP);
    return { ...noticeTargetOf(target), secret };
  },
});
