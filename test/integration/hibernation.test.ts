/** The account's object sleeps after ten quiet seconds: it loses its memory, and keeps its sockets. */

import { expect, inject, it } from "vitest";
import { newDeviceSetup } from "../support/account.ts";
import { mqttLibrary, paho } from "../support/device-process.ts";

/** Longer than the runtime waits before an object sleeps. */
const QUIET_MS = 12_000;

it("switches devices that were connected before the broker slept", { timeout: 60_000 }, async () => {
  const baseUrl = inject("baseUrl");
  const { account, device, login, control } = await newDeviceSetup(baseUrl);
  const place = { baseUrl, userId: account.userId, login, topic: control };
  const other = { ...place, login: { ...login, clientId: `${login.clientId}-5` }, version: 5 } as const;
  const old = await paho({ ...place, version: 4 });
  const young = await mqttLibrary(other);
  const piped = await mqttLibrary({
    ...other,
    login: { ...login, clientId: `${login.clientId}-tcp` },
    address: `mqtt://127.0.0.1:${inject("tcpPort")}`,
  });
  try {
    await account.untilEvent(device.id, "connected", 3);
    // The test needs this time without traffic.
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));

    await account.switchDevice(device, "on");
    await Promise.all([old, young, piped].map((each) => each.untilHeard(1)));
    expect([...old.heard, ...young.heard, ...piped.heard]).toEqual([
      { topic: control, payload: '{"state":"on"}' },
      { topic: control, payload: '{"state":"on"}' },
      { topic: control, payload: '{"state":"on"}' },
    ]);
    await account.untilEvent(device.id, "turned_on");
  } finally {
    await Promise.all([old, young, piped].map((each) => each.kill()));
  }
  await account.untilEvent(device.id, "disconnected", 3);
});
