/** Targets of notices, which the account's object stores. A webhook's secret is sealed before it gets there. */

import type { SwitchOrder } from "../../broker/contract/control.ts";
import { sentence } from "../../broker/contract/mistake.ts";
import type {
  HostBusy,
  NotStored,
  StoredTarget,
  TestedTarget,
  WrongAction,
} from "../../broker/contract/watch.ts";
import { PERHAPS_TESTED } from "../account/account.ts";
import { objectRoute } from "../api/by-object.ts";
import type { BodyOf } from "../contract/api.ts";
import { WEBHOOK_OVERLAP } from "../contract/limits.ts";
import { MESSAGES } from "../contract/sentences.ts";
import { deleteSecrets } from "../db/webhook-secrets.ts";
import { type Env, settings } from "../env.ts";
import { invalidField, limitReached, notFound, throttled } from "../errors.ts";
import { currentPair } from "../notify/push.ts";
import { pushEndpointProblem, webhookAddressProblem } from "../notify/target-address.ts";
import { createSecret } from "../notify/webhook.ts";
import { noticeTargetOf } from "../present/notice.ts";

type TargetRequest = BodyOf<"createTarget">;
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
    const address = addressOf(body, (await currentPair(env))?.id ?? "");
    return { id: crypto.randomUUID(), address, createdAt: now, disabled: null };
  },
  act: (calls, { env, input: target }) => calls.watches.putTarget(target, settings(env).limits.MAX_TARGETS),
  async show(stored, { env, userId, now }) {
    if ("unknown" in stored) throw invalidField("device", MESSAGES.noSuchObject(stored.id));
    if ("mistake" in stored) throw invalidField(stored.of, sentence(stored.mistake));
    if (!("address" in stored)) {
      throw limitReached("MAX_TARGETS", settings(env).limits.MAX_TARGETS);
    }
    const isWebhook = stored.address.kind === "webhook";
    const secret = isWebhook ? await createSecret(env, { userId, targetId: stored.id }, now, 0) : null;
    return { ...noticeTargetOf(stored), secret };
  },
});

function addressProblem(env: Env, body: TargetRequest): [field: string, sentence: string] | null {
  if (body.kind === "device") return actionProblem(body);
  const [field, sentence] =
    body.kind === "webhook"
      ? ["url", webhookAddressProblem(env, body.url)]
      : ["subscription", body.kind === "push" ? pushEndpointProblem(env, body.subscription.endpoint) : null];
  return sentence === null ? null : [field, sentence];
}

function actionProblem({ raised, cleared }: DeviceTargetRequest): [field: string, sentence: string] | null {
  if (!raised && !cleared) return ["raised", MESSAGES.noAction];
  if (raised && orderOf(raised) === null) return ["raised", MESSAGES.emptyAction];
  return cleared && orderOf(cleared) === null ? ["cleared", MESSAGES.emptyAction] : null;
}

/** Null when it does nothing. */
function orderOf(action: DeviceTargetRequest["raised"]): SwitchOrder | null {
  const { state = null, set = null } = action ?? {};
  const values = set === null || Object.keys(set).length === 0 ? null : set;
  if (state === null && values === null) return null;
  return { state: state === null ? null : state ? "on" : "off", set: values };
}

function addressOf(body: TargetRequest, vapidKey: string): StoredTarget["address"] {
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
      return { kind: "webhook", url: new URL(body.url).href, isConfirmed: false };
    case "push":
      return { kind: "push", endpoint: body.subscription.endpoint, ...body.subscription.keys, key: vapidKey };
  }
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
    const secret = await createSecret(env, { userId, targetId: id }, now, WEBHOOK_OVERLAP);
    return { ...noticeTargetOf(target), secret };
  },
});
