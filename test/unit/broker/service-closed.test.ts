/** Who ended a connection, in the device's connection history: its client, or the service. */

import { abortAllDurableObjects, runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import type { Hub } from "../../../broker/hub.ts";
import { REASONS } from "../../../broker/session/reason.ts";
import { Account, nap } from "./support/account.ts";
import { Client, eventually } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";

prepare();

async function connected() {
  const account = new Account();
  const device = account.device();
  const client = await Client.connect(account, device, 5, { clientId: "d" });
  /** The close codes of the service, when all connections have ended. */
  const codes = async () => {
    const past = await eventually(
      () => account.ask((calls) => calls.devices.connections(device.deviceId, 0)),
      (connections) => connections.every(({ until }) => until !== null),
    );
    return past.map(({ closed }) => closed);
  };
  return { account, device, client, codes };
}

test("a restart of the object is an end by the service", async () => {
  const { account, device, codes } = await connected();
  await abortAllDurableObjects();
  expect(await codes()).toEqual([1012]);
  // the client returns with the same session before anything else wakes the object
  await Client.connect(account, device, 5, { clientId: "d" });
  await abortAllDurableObjects();
  await Client.connect(account, device, 5, { clientId: "d" }).then((client) => client.disconnect());
  expect(await codes()).toEqual([null, 1012, 1012]);
});

test.each(["cut", "disconnect"] as const)("a %s is not, also while the object sleeps", async (way) => {
  const { account, device, client, codes } = await connected();
  client[way]();
  expect(await codes()).toEqual([null]);
  const next = await Client.connect(account, device, 5, { clientId: "d" });
  await nap(account);
  next[way]();
  await eventually(codes, (found) => found[0] === null);
  expect(await codes()).toEqual([null, null]);
});

test("several clients that leave while the object sleeps closed their connections themselves", async () => {
  const { account, device, client, codes } = await connected();
  const other = await Client.connect(account, device, 5, { clientId: "e" });
  await nap(account);
  client.cut();
  other.cut();
  await eventually(codes, (found) => found.every((code) => code === null));
  expect(await codes()).toEqual([null, null]);
});

test("a broker that is too busy is an end by the service; the owner's call is not", async () => {
  const { account, device, codes } = await connected();
  await runInDurableObject(account.stub as never, (object: unknown) =>
    (object as { hub: Hub }).hub.modules.ingress.dropAll(REASONS.serverBusy),
  );
  expect(await codes()).toEqual([1013]);
  await Client.connect(account, device, 5, { clientId: "d" });
  const [live] = await account.ask((calls) => calls.clients.clients());
  await account.ask((calls) => calls.clients.disconnectClient(live?.connectionId ?? ""));
  expect(await codes()).toEqual([null, 1013]);
});
