import { expect, it } from "vitest";
import { claimOf } from "../../../../broker/contract/client.ts";
import { type Chosen, identityOf } from "../../../../web/src/features/testing-tool/identity.ts";
import type { Channel } from "../../../../worker/contract/channel.ts";

const at = "2026-11-20T12:00:00.000Z";
const userId = "0b8e4c64-6f7a-4d6e-9a53-8a6c9d4f1e11";
const deviceId = "5d1f1c0e-3f0a-4c58-8d5e-0e9f4c7b2a22";
const channel = (topic: string): Channel => ({
  id: topic,
  name: topic,
  topic: `${userId}/${topic}`,
  description: "",
  created_at: at,
});
const holdings = {
  userId,
  apiKey: "k3y",
  credentials: [
    { id: "c1", username: "bench", password: "s3cret", channels: [channel("home/a"), channel("home/b")] },
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
  expect(chosen).toEqual({ identity: { options: { clientId: "k3y__4f2a" }, filters: [] } });
  expect(claim(chosen)).toEqual({ kind: "api-key", key: "k3y", view: "account" });
});

it("is a credential, and listens to its channels", () => {
  const chosen = identityOf({ kind: "credential", credentialId: "c1", deviceId: "" }, holdings, "4f2a");
  expect(claim(chosen)).toEqual({ kind: "credential", username: "bench", password: "s3cret" });
  expect(chosen).toMatchObject({ identity: { filters: [`${userId}/home/a`, `${userId}/home/b`] } });
});

it("is a device, and listens to what the broker sends it as well, each topic once", () => {
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

it("is nobody without a key or without a credential", () => {
  expect(identityOf({ kind: "anonymous" }, { ...holdings, apiKey: null }, "4f2a")).toEqual({
    problem: 'Please create an API Key from "Profile" section',
  });
  expect(identityOf({ kind: "credential", credentialId: "", deviceId: "" }, holdings, "4f2a")).toEqual({
    problem: "Please select valid credentials",
  });
});
