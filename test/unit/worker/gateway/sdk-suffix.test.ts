/** The SDKs of AWS append their name and version to the user name: such a client logs in as one without it. */

import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { openWebSocket } from "../../../../worker/gateway/transports.ts";
import { PASSWORD } from "../../../support/golden/world.ts";
import { Client } from "../../broker/support/client.ts";
import { newAccount } from "../api/client.ts";

const SUFFIXES = ["?SDK=CPPv2&Version=1.33.0", "?SDK=PythonV2&Version=1.21.0", "?SDK="];

async function login(username: string, version: 4 | 5, password = PASSWORD): Promise<number> {
  const socket = openWebSocket(new Request("https://h/mqtt"), env).webSocket as WebSocket;
  const client = new Client(socket, version);
  client.connect({ username, password });
  const connack = () => client.received.find((each) => each.cmd === "connack");
  await client.until(() => connack() !== undefined || client.closed !== null, "no answer");
  client.cut();
  const { returnCode, reasonCode } = connack() ?? {};
  return returnCode ?? reasonCode ?? client.closed ?? 0;
}

describe.each(SUFFIXES)("a user name with %s", (suffix) => {
  test("logs in with the password of the name in front of it, and with no other", async () => {
    const { call } = await newAccount();
    const username = `lamp-${crypto.randomUUID()}`;
    const made = await call("POST /v0/mqtt/credentials/", {
      name: "Lamp",
      username,
      password: PASSWORD,
      channels: [],
    });
    expect(made.status).toBe(201);
    for (const version of [4, 5] as const) expect(await login(username + suffix, version)).toBe(0);
    expect(await login(username + suffix, 4, "wrong")).toBe(4);
    expect(await login(username + suffix, 5, "wrong")).toBe(0x86);
  });
});
