import { expect, it } from "vitest";
import { claimOf } from "../../../../broker/contract/client.ts";
import {
  type Chosen,
  type Holdings,
  identityOf,
} from "../../../../web/src/features/testing-tool/identity.ts";
import { aChannel } from "../../../support/nouns.ts";

const userId = "0b8e4c64-6f7a-4d6e-9a53-8a6c9d4f1e11";
const deviceId = "5d1f1c0e-3f0a-4c58-8d5e-0e9f4c7b2a22";
const channel = (topic: string) => aChannel({ id: topic, name: topic, topic: `${userId}/${topic}` });
const KEY = `sw${"k3y0".repeat(10)}`;
const login = { username: "bench", password: "s3cret", view: "account", device: null } as const;
const holdings: Holdings = {
  userId,
  apiKey: KEY,
  credentials: [
    { ...login, id: "c1", channels: [channel("home/a"), channel("home/b")], grants: [] },
    {
      ...login,
      id: "c2",
      view: "root",
      channels: [channel("home/a")],
      grants: [
        { filter: "tele/#", publish: false, subscribe: true },
        { filter: "cmnd/#", publish: true, subscribe: false },
        { filter: "own/%c", publish: true, subscribe: true },
      ],
    },
    { ...login, id: "c3", view: "root", device: deviceId, channels: [], grants: [] },
  ],
  devices: [{ id: deviceId, channels: [channel("home/b"), channel("home/c")] }],
};
const claim = (chosen: Chosen) => {
  if ("problem" in chosen) throw new Error(chosen.problem);
  const { clientId, username = null, password = null } = chosen.identity.options;
  return claimOf({ clientId, username, password });
};

it("is anonymous with the API key alone", () => {
  const chosen = identityOf({ kind: "anonymous" }, holdings, "4f2a");
  expect(chosen).toEqual({
    identity: { options: { clientId: `${KEY}__4f2a` }, view: "account", filters: [] },
  });
  expect(claim(chosen)).toEqual({ kind: "api-key", key: KEY, view: "account" });
});

it("is a credential, and subscribes to its channels", () => {
  const chosen = identityOf({ kind: "credential", credentialId: "c1", deviceId: "" }, holdings, "4f2a");
  expect(claim(chosen)).toEqual({ kind: "credential", username: "bench", password: "s3cret" });
  expect(chosen).toMatchObject({ identity: { filters: [`${userId}/home/a`, `${userId}/home/b`] } });
});

it("is a device, and subscribes to its own topics, each once", () => {
  const chosen = identityOf({ kind: "credential", credentialId: "c1", deviceId }, holdings, "4f2a");
  expect(claim(chosen)).toEqual({ kind: "device", deviceId, username: "bench", password: "s3cret" });
  expect(chosen).toMatchObject({
    identity: {
      options: { username: `${deviceId}:bench` },
      filters: ["home/a", "home/b", `devices/${deviceId}/control`, "home/c"].map(
        (topic) => `${userId}/${topic}`,
      ),
    },
  });
});

it("is anyone with the API key as password", () => {
  const chosen = identityOf({ kind: "key-as-password" }, holdings, "4f2a");
  expect(claim(chosen)).toEqual({ kind: "api-key", key: KEY, view: "root" });
  expect(chosen).toMatchObject({ identity: { view: "root", filters: [] } });
});

it("is a credential in its own view, and subscribes to its grants", () => {
  const chosen = identityOf({ kind: "credential", credentialId: "c2", deviceId: "" }, holdings, "4f2a");
  expect(chosen).toMatchObject({ identity: { view: "root", filters: ["home/a", "tele/#"] } });
});

it("is the credential's device, whichever device was chosen", () => {
  const chosen = identityOf({ kind: "credential", credentialId: "c3", deviceId: "" }, holdings, "4f2a");
  expect(claim(chosen)).toEqual({ kind: "credential", username: "bench", password: "s3cret" });
  expect(chosen).toMatchObject({
    identity: { filters: [`devices/${deviceId}/control`, "home/b", "home/c"] },
  });
});

it("is undefined without a key or a credential", () => {
  expect(identityOf({ kind: "anonymous" }, { ...holdings, apiKey: null }, "4f2a")).toEqual({
    problem: 'Please create an API Key from "Profile" section',
  });
  expect(identityOf({ kind: "credential", credentialId: "", deviceId: "" }, holdings, "4f2a")).toEqual({
    problem: "Please select valid credentials",
  });
});
