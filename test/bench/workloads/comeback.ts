/** Reconnect of all clients after an outage: the time, and the queries of the shared database. */
import { setTimeout as pause } from "node:timers/promises";
import { Client, connectAll } from "../generator/client.ts";
import type { Device, Running } from "../targets/target.ts";
import { closeAll, type Measures, type Workload } from "./workload.ts";

const ACCOUNTS = { thorough: 300, quick: 30 };
const OF_EACH = 10;
const AT_ONCE = 100;
/** The runtime puts an object to sleep ten seconds after its last event, so all objects are asleep. */
const ASLEEP_MS = 12_500;
/** Later database writes still count. */
const SETTLE_MS = 1000;

const connectEach = (devices: readonly Device[]): Promise<Client[]> =>
  connectAll(devices.length, AT_ONCE, (index) => {
    const { address, login } = devices[index] as Device;
    return Client.connect(address, login);
  });

/** Through the address without an account: the object knows the device, and the Worker does not. */
const byNoAccount = (device: Device): Device => ({
  ...device,
  address: { ...device.address, path: "/mqtt" },
});

/** Connects the devices once, and lets the objects sleep. */
async function seenBefore(running: Running, accounts: number): Promise<Device[]> {
  if (running.crowd === undefined) throw new Error("there is no crowd");
  const devices = await running.crowd(accounts, OF_EACH);
  closeAll(await connectEach(devices.map(byNoAccount)));
  await pause(ASLEEP_MS);
  return devices;
}

export const comeback: Workload = {
  name: "comeback",
  title: `everyone comes back: ${ACCOUNTS.thorough} accounts of ${OF_EACH} devices (peers: as many clients)`,
  metrics: [
    { key: "rate", label: "connects/s", better: "higher", digits: 0 },
    { key: "calls", label: "D1 calls", better: "lower", digits: 0 },
  ],
  suits: (target) => target.quickToStart,
  fresh: true,
  counting: true,
  run: async (running, effort) => {
    const devices = await seenBefore(running, effort.quick ? ACCOUNTS.quick : ACCOUNTS.thorough);
    const callsBefore = await running.databaseCalls?.();
    const began = performance.now();
    const clients = await connectEach(devices);
    const measures: Measures = { rate: (devices.length * 1000) / (performance.now() - began) };
    await pause(SETTLE_MS);
    const calls = await running.databaseCalls?.();
    if (calls !== undefined && callsBefore !== undefined) measures.calls = calls - callsBefore;
    const lost = clients.filter((client) => client.closed).length;
    closeAll(clients);
    if (lost > 0) throw new Error(`${lost} connections were closed by the broker`);
    return measures;
  },
};
