/** Targets that change after they were accepted: names that resolve elsewhere, and invalid keys. */

import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { currentPair, deliverPush } from "../../../../worker/notify/push.ts";
import { createSecret, deliverWebhook } from "../../../../worker/notify/webhook.ts";
import { newAccount } from "../api/client.ts";

afterEach(() => void vi.restoreAllMocks());

const message = () => ({ id: crypto.randomUUID(), at: Date.now(), test: true as const });

async function webhook() {
  const { id: userId } = await newAccount();
  const ref = { userId, targetId: crypto.randomUUID() };
  await createSecret(env, ref, Date.now(), 0);
  const address = { kind: "webhook" as const, url: "https://hooks.example.com/", isConfirmed: true };
  const request = vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response(null));
  const deliver = (...addresses: string[]) =>
    deliverWebhook(env, ref, address, message(), async () => addresses);
  return { request, deliver };
}

test("a name that resolved to a public address, and then to a private one, gets no request [T383]", async () => {
  const { request, deliver } = await webhook();
  expect((await deliver("93.184.216.34")).outcome).toBe("delivered");
  for (const rebound of [["127.0.0.1"], ["93.184.216.34", "169.254.169.254"], ["fd00::1"]]) {
    const { outcome, detail } = await deliver(...rebound);
    expect([outcome, detail]).toEqual(["refused", expect.stringContaining("private network")]);
  }
  expect(request).toHaveBeenCalledTimes(1);
});

test("a name that does not resolve gets no request, and is tried again [T383]", async () => {
  const { request, deliver } = await webhook();
  expect(await deliver()).toEqual({ outcome: "failed", detail: "Its name could not be resolved." });
  expect(request).not.toHaveBeenCalled();
});

test("a browser's key that is no point of the curve is refused once, not tried again", async () => {
  const pair = await currentPair(env);
  const keys = { p256dh: "B".repeat(87), auth: "A".repeat(22), key: pair?.id ?? "" };
  const address = { kind: "push" as const, endpoint: "https://fcm.googleapis.com/fcm/send/a", ...keys };
  expect(await deliverPush(env, address, message(), crypto.randomUUID())).toMatchObject({
    outcome: "refused",
    detail: expect.stringContaining("key is not valid"),
  });
});
