import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import type { Claim } from "../../../../broker/contract/client.ts";
import { Authenticator } from "../../../../broker/hub/rights/authenticator.ts";
import { review as reviewed } from "../../../../broker/hub/rights/rights-changes.ts";
import type { PrincipalRef } from "../../../../broker/routing/access.ts";
import type { RightsCopy } from "../../../../broker/storage/rights-copy.ts";
import { createDirectory } from "../../../../worker/ports/directory.ts";
import { type Account, newAccount } from "./client.ts";
import { countRoundTrips } from "./trips.ts";

const directory = createDirectory(env);
let owner: Account;
let stranger: Account;
let ids: { key: string; keyText: string; channel: string; other: string; credential: string; device: string };

beforeEach(async () => {
  [owner, stranger] = await Promise.all([newAccount(), newAccount()]);
  const key = (await owner.call("POST /v0/api-keys/")).body;
  const make = async (line: string, body: unknown) => (await owner.call(line, body)).body.id as string;
  const channel = await make("POST /v0/mqtt/channels/", { name: "A", topic: "a" });
  const other = await make("POST /v0/mqtt/channels/", { name: "B", topic: "b" });
  const credential = await make("POST /v0/mqtt/credentials/", {
    name: "C",
    username: "board",
    password: "s3cret",
    channels: [other, channel],
  });
  const device = await make("POST /v0/devices/on-off/", { name: "Lamp", channels: [channel] });
  ids = { key: key.id, keyText: key.key, channel, other, credential, device };
});

/** Authenticates by the database, as the object does by its copy. */
async function login(claim: Claim, userId = owner.id) {
  const { logins, devices } = await directory.read(userId);
  const rights: Pick<RightsCopy, "login" | "device" | "sessionEnd"> = {
    sessionEnd: () => null,
    login: (kind, name) => logins.find((row) => row.kind === kind && row.name === name) ?? null,
    device: (id) => devices.find(({ deviceId }) => deviceId === id) ?? null,
  };
  return new Authenticator({
    rights,
    secrets: directory,
    userId: () => userId,
    clock: Date.now,
  }).authenticate(claim);
}
const REFUSED = { accepted: false };

describe("the directory identifies a client", () => {
  test("by API key", async () => {
    expect(await login({ kind: "api-key", key: ids.keyText, view: "account" })).toEqual({
      accepted: true,
      principal: { kind: "api-key", keyId: ids.key },
    });
    expect(await login({ kind: "api-key", key: `${ids.keyText}x`, view: "account" })).toMatchObject(REFUSED);
    expect(await login({ kind: "api-key", key: ids.keyText, view: "account" }, stranger.id)).toMatchObject(
      REFUSED,
    );
  });

  test("by credential, with its topics in the chosen order", async () => {
    const claim = { kind: "credential", username: "board", password: "s3cret" } as const;
    expect(await login(claim)).toEqual({
      accepted: true,
      principal: {
        kind: "credential",
        credentialId: ids.credential,
        secretVersion: 1,
        topics: [`${owner.id}/b`, `${owner.id}/a`],
      },
    });
    for (const wrong of ["S3cret", "s3cret ", ""]) {
      expect(await login({ ...claim, password: wrong })).toMatchObject(REFUSED);
    }
    expect(await login({ ...claim, username: "Board" })).toMatchObject(REFUSED);
    expect(await login(claim, stranger.id)).toMatchObject(REFUSED);
  });

  test("by device and credential, with the topics of both", async () => {
    const claim = { kind: "device", deviceId: ids.device, username: "board", password: "s3cret" } as const;
    expect(await login(claim)).toMatchObject({
      accepted: true,
      principal: {
        kind: "device",
        deviceId: ids.device,
        credentialId: ids.credential,
        topics: [`${owner.id}/b`, `${owner.id}/a`],
        deviceTopics: [`${owner.id}/a`],
      },
    });
    expect(await login({ ...claim, deviceId: crypto.randomUUID() })).toMatchObject(REFUSED);
    await stranger.call("POST /v0/api-keys/");
    const { body } = await stranger.call("POST /v0/devices/on-off/", { name: "Foreign" });
    expect(await login({ ...claim, deviceId: body.id })).toMatchObject(REFUSED);
  });

  test("in one round trip, and without one for a secret", async () => {
    const { db, trips } = countRoundTrips(env.DB);
    const counted = createDirectory({ ...env, DB: db });
    const { logins } = await counted.read(owner.id);
    expect(trips()).toBe(1);
    const credential = logins.find((row) => row.kind === "credential");
    if (credential?.kind !== "credential") throw new Error("no credential");
    expect(await counted.isSecret(owner.id, credential, "s3cret")).toBe(true);
    await counted.namesOfKey(ids.keyText);
    expect(trips()).toBe(1);
    expect(await counted.version(owner.id)).toBeGreaterThan(0);
    expect(trips()).toBe(2);
  });

  test("a database that does not answer is no refusal", async () => {
    const DB = {
      prepare: () => env.DB.prepare("SELECT * FROM nowhere"),
      batch: (all: D1PreparedStatement[]) => env.DB.batch(all),
    } as unknown as D1Database;
    await expect(createDirectory({ ...env, DB }).read(owner.id)).rejects.toThrow();
  });

  test("an unknown account has no version", async () => {
    expect(await directory.version(crypto.randomUUID())).toBeNull();
  });
});

describe("the directory's review of principals", () => {
  const review = async (userId = owner.id) => {
    const rights = await directory.read(userId);
    const refs: PrincipalRef[] = [
      { kind: "device", deviceId: ids.device, credentialId: ids.credential },
      { kind: "api-key", keyId: crypto.randomUUID() },
      { kind: "credential", credentialId: ids.credential },
      { kind: "api-key", keyId: ids.key },
    ];
    return { version: rights.version, principals: reviewed(refs, rights, Date.now()) };
  };

  test("keeps the requested order, null for deleted ones", async () => {
    const { version, principals } = await review();
    expect(version).toBe(await directory.version(owner.id));
    expect(principals.map((principal) => principal?.kind ?? null)).toEqual([
      "device",
      null,
      "credential",
      "api-key",
    ]);
  });

  test("returns changed rights with a higher version", async () => {
    const before = (await directory.version(owner.id)) ?? 0;
    await owner.call(`DELETE /v0/mqtt/channels/${ids.channel}/`);
    await owner.call(`DELETE /v0/api-keys/${ids.key}/`);
    const { version, principals } = await review();
    expect(version).toBe(before + 2);
    expect(principals).toMatchObject([
      { topics: [`${owner.id}/b`], deviceTopics: [] },
      null,
      { topics: [`${owner.id}/b`] },
      null,
    ]);
  });

  test("drops a device without its credential, and everything of another account", async () => {
    expect((await review(stranger.id)).principals).toEqual([null, null, null, null]);
    await owner.call(`DELETE /v0/mqtt/credentials/${ids.credential}/`);
    expect((await review()).principals.slice(0, 3)).toEqual([null, null, null]);
    expect(await directory.read(crypto.randomUUID())).toEqual({
      version: 0,
      profile: "full",
      homeAssistant: false,
      logins: [],
      devices: [],
      series: [],
      schedules: [],
      sessions: [],
      details: [],
    });
  });
});
