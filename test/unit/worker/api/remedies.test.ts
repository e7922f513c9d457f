/** `POST /v0/mqtt/log/{id}/fix/`: what each remedy does, once and again. */

import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Remedy } from "../../../../broker/contract/account.ts";
import { account as door } from "../../../../worker/account/account.ts";
import { type Account, newAccount } from "./client.ts";
import { connected } from "./connected.ts";

/** A client that was refused, with this remedy. */
async function refused(account: Account, remedy: Remedy | null): Promise<{ id: string; remedy: unknown }> {
  const who = { clientId: crypto.randomUUID(), clientKind: "credential", clientName: "board" } as const;
  await door(env, account.id).noteRefusal({ ...who, words: "It was refused.", remedy });
  return (await account.call("GET /v0/mqtt/log/")).body[0];
}
const fix = (account: Account, { id }: { id: string }) => account.call(`POST /v0/mqtt/log/${id}/fix/`);

async function furnished() {
  const account = await newAccount();
  const body = { name: "Board", username: "board", password: "s3cret" };
  const credential = (await account.call("POST /v0/mqtt/credentials/", body)).body;
  return { account, credential, credentialId: credential.id as string };
}

test("the other view: its clients come again, and a second press changes nothing", async () => {
  const { account, credentialId } = await furnished();
  const row = await refused(account, { kind: "view", credentialId, view: "root" });
  expect(row.remedy).toEqual({ kind: "view", credential_id: credentialId, view: "root" });
  const client = await connected(account.id, { username: "board", password: "s3cret" });
  const { status, body } = await fix(account, row);
  expect([status, body.id, body.view]).toEqual([200, credentialId, "root"]);
  await client.end();
  const again = await connected(account.id, { username: "board", password: "s3cret" });
  expect((await fix(account, row)).body).toMatchObject({ ...body, last_used: expect.anything() });
  again.publish("room/temperature", "1", { qos: 1, messageId: 1 });
  await again.next("puback");
});

test("a user name of its own: made once, and nobody else's", async () => {
  const { account, credential, credentialId } = await furnished();
  const row = await refused(account, { kind: "username", credentialId });
  const { status, body } = await fix(account, row);
  expect(status).toBe(200);
  expect(body).toEqual({
    ...credential,
    username: expect.stringMatching(/^[a-z][a-z2-7]{9}$/),
    ...{ server_made: true, ws_path: "/mqtt", ws_url: "ws://api.test/mqtt" },
  });
  expect((await fix(account, row)).body).toEqual(body);
});

test("all of MQTT: the account's profile is full", async () => {
  const { account } = await furnished();
  const row = await refused(account, { kind: "profile" });
  await account.call("PUT /v0/mqtt/settings/", { profile: "classic" });
  const settings = { profile: "full", home_assistant: false };
  expect((await fix(account, row)).body).toEqual(settings);
  expect((await account.call("GET /v0/mqtt/settings/")).body).toEqual(settings);
});

test("what only the client can mend is shown, and no call mends it", async () => {
  const { account, credentialId } = await furnished();
  const shown = [
    [
      { kind: "topic", topic: "a/b" },
      { kind: "topic", topic: "a/b" },
    ],
    [
      { kind: "password", credentialId },
      { kind: "password", credential_id: credentialId },
    ],
    [
      { kind: "limit", limit: "MQTT_MAX_PACKET_SIZE" },
      { kind: "limit", limit: "MQTT_MAX_PACKET_SIZE" },
    ],
    [null, null],
  ] as const;
  for (const [remedy, answer] of shown) {
    const row = await refused(account, remedy);
    expect(row.remedy).toEqual(answer);
    expect((await fix(account, row)).body).toEqual({
      errors: { non_field_errors: ["A channel would not let this pass."] },
    });
  }
});

test("a credential that is gone, or another account's, is not found", async () => {
  const { account, credentialId } = await furnished();
  const stranger = await furnished();
  for (const kind of ["username", "view"] as const) {
    const remedy = { kind, credentialId: stranger.credentialId, view: "root" } as Remedy;
    expect((await fix(account, await refused(account, remedy))).status).toBe(404);
  }
  const row = await refused(account, { kind: "username", credentialId });
  await account.call(`DELETE /v0/mqtt/credentials/${credentialId}/`);
  expect((await fix(account, row)).status).toBe(404);
  const [left] = (await stranger.account.call("GET /v0/mqtt/credentials/")).body;
  expect([left.username, left.view]).toEqual(["board", "account"]);
});
