/** Device changes of the broker update the cache without changing the state of queries. */

import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, it } from "vitest";
import { queryKeys } from "../../../../web/src/api/query-keys.ts";
import {
  changeDevice,
  commandAccepted,
  deviceIs,
  devicesMeasured,
} from "../../../../web/src/devices/device-cache.ts";
import type { Device, DeviceDetail } from "../../../../worker/contract/devices.ts";
import { aControl } from "./control.ts";

const LAMP = { id: "lamp", state: false, taken: true, connected: false, last_seen: null, controls: [] };
const FAN = { ...LAMP, id: "fan" };

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(queryKeys.devices, [LAMP, FAN]);
});

const silence = () =>
  client
    .fetchQuery({ queryKey: queryKeys.devices, queryFn: () => Promise.reject(new Error("no answer")) })
    .catch(() => undefined);

it("changes its device only", () => {
  changeDevice(client, "lamp", { connected: true });
  const [lamp, fan] = client.getQueryData<object[]>(queryKeys.devices) ?? [];
  expect(lamp).toEqual({ ...LAMP, connected: true });
  expect(fan).toBe(FAN);
});

it("has no effect without a difference", () => {
  const before = client.getQueryState(queryKeys.devices);
  changeDevice(client, "lamp", { connected: false });
  changeDevice(client, "unknown", { connected: true });
  expect(client.getQueryState(queryKeys.devices)).toBe(before);
});

it("takes the values of many devices in one write of a list, and keeps the unchanged ones", () => {
  const value = (key: string, told: number) => ({ key, value: told, at: "2026-01-01T00:00:00.000Z" });
  const devices = ["lamp", "fan", "door"].map((id) => ({ ...LAMP, id, values: [value("power", 1)] }));
  client.setQueryData(queryKeys.devices, devices);
  let writes = 0;
  client.getQueryCache().subscribe(({ type }) => (writes += Number(type === "updated")));
  const at = Date.parse("2026-01-02T00:00:00.000Z");
  const heard = (told: number) =>
    new Map(["lamp", "fan"].map((id) => [id, { at, values: { power: told } }] as const));
  expect(devicesMeasured(client, heard(2))).toBe(true);
  const [lamp, fan, door] = client.getQueryData<typeof devices>(queryKeys.devices) ?? [];
  for (const device of [lamp, fan])
    expect(device?.values).toEqual([{ ...value("power", 2), at: "2026-01-02T00:00:00.000Z" }]);
  expect(door).toBe(devices[2]);
  expect(writes).toBe(1);
  const other = new Map([["door", { at, values: { mass: 3 } }]]);
  expect(devicesMeasured(client, other), "no list has this value").toBe(false);
  expect(writes).toBe(1);
});

it("takes the wanted values of a status message, and the reported ones of telemetry, of controls that exist", () => {
  const dimmer = aControl({
    key: "brightness",
    kind: "number",
    wanted: 10,
    wanted_at: "2026-01-01T00:00:00.000Z",
  });
  const scene = aControl({ key: "scene", kind: "choice" });
  client.setQueryData(queryKeys.devices, [{ ...LAMP, values: [], controls: [dimmer, scene] }]);
  const status = {
    state: "on",
    connected: true,
    since: null,
    taken: false,
    taken_at: null,
    by: "page",
    set: { brightness: 40, gone: 1 },
  } as const;
  deviceIs(client, { deviceId: "lamp", retained: false, status });
  devicesMeasured(client, new Map([["lamp", { at: null, values: { brightness: 39 } }]]));
  const [lamp] = client.getQueryData<Device[]>(queryKeys.devices) ?? [];
  expect(lamp?.controls[0]).toMatchObject({ wanted: 40, reported: 39 });
  expect(lamp?.controls[1]).toBe(scene);
});

it("doubts a state from before the connection until the status or an accepted command says otherwise", () => {
  client.setQueryData(queryKeys.devices, [{ ...LAMP, values: [], controls: [] }]);
  const doubted = () => client.getQueryData<Device[]>(queryKeys.devices)?.[0]?.taken_before_connect;
  const at = "2026-01-01T00:00:00.000Z";
  const status = { state: "on", connected: true, since: at, taken: true, taken_at: at, by: "page" } as const;
  const says = (more: object) =>
    deviceIs(client, { deviceId: "lamp", retained: false, status: { ...status, ...more } });
  says({ taken_before_connect: true });
  expect(doubted()).toBe(true);
  says({});
  expect(doubted()).toBe(false);
  says({ taken_before_connect: true });
  commandAccepted(client, "lamp", { state: true, set: null, taken: true, connected: true });
  expect(doubted()).toBe(false);
});

it("doubts the values that a status names, until they are set or reported in this session", () => {
  const set = { brightness: 40, speed: 3 };
  const controls = Object.entries(set).map(([key, wanted]) => aControl({ key, wanted }));
  client.setQueryData(queryKeys.devices, [{ ...LAMP, values: [], controls }]);
  const doubted = () =>
    client
      .getQueryData<Device[]>(queryKeys.devices)?.[0]
      ?.controls.filter((control) => control.taken_before_connect)
      .map(({ key }) => key);
  const at = "2026-01-01T00:00:00.000Z";
  const status = {
    state: "on",
    connected: true,
    since: at,
    taken: true,
    taken_at: at,
    by: "page",
    set,
  } as const;
  const says = (more: object) =>
    deviceIs(client, { deviceId: "lamp", retained: false, status: { ...status, ...more } });
  says({ set_before_connect: ["brightness", "speed"] });
  expect(doubted()).toEqual(["brightness", "speed"]);
  devicesMeasured(client, new Map([["lamp", { at: null, values: { speed: 3 } }]]));
  expect(doubted()).toEqual(["brightness"]);
  says({ set_before_connect: ["brightness", "speed"] });
  expect(doubted()).toEqual(["brightness"]);
  commandAccepted(client, "lamp", { state: null, set: { brightness: 40 }, taken: true, connected: true });
  expect(doubted()).toEqual([]);
});

it("does not mark a failing server as reachable [F86]", async () => {
  await silence();
  const { dataUpdatedAt } = client.getQueryState(queryKeys.devices) ?? {};
  changeDevice(client, "lamp", { connected: true });
  expect(client.getQueryState(queryKeys.devices)).toMatchObject({ status: "error", dataUpdatedAt });
  expect(client.getQueryData(queryKeys.devices)).toEqual([{ ...LAMP, connected: true }, FAN]);
});

it("a sample takes the place of an imported average, also an older one", () => {
  const key = queryKeys.values({ device: "lamp" });
  client.setQueryData(queryKeys.devices, [{ ...LAMP, values: [] }]);
  const imported = { key: "t", value: 21, at: "2026-01-02T00:00:00.000Z", average: true };
  client.setQueryData(key, [imported]);
  const at = Date.parse("2026-01-01T00:00:00.000Z");
  devicesMeasured(client, new Map([["lamp", { at, values: { t: 26.4 } }]]));
  expect(client.getQueryData(key)).toEqual([{ key: "t", value: 26.4, at: "2026-01-01T00:00:00.000Z" }]);
});

const EARLY = "2026-01-01T00:00:00.000Z";
const LATE = "2026-01-02T00:00:00.000Z";

it("keeps a newer value and a newer report when an older sample arrives late", () => {
  const key = queryKeys.values({ device: "lamp" });
  const value = { key: "brightness", value: 80, at: LATE };
  const dimmer = aControl({ reported: 80, reported_at: LATE });
  client.setQueryData(queryKeys.devices, [{ ...LAMP, values: [value], controls: [dimmer] }]);
  client.setQueryData(key, [value]);
  devicesMeasured(client, new Map([["lamp", { at: Date.parse(EARLY), values: { brightness: 10 } }]]));
  const [lamp] = client.getQueryData<Device[]>(queryKeys.devices) ?? [];
  expect([lamp?.values, lamp?.controls]).toEqual([[value], [dimmer]]);
  expect(client.getQueryData(key)).toEqual([value]);
});

const COMMAND = { state: true, accepted_at: EARLY, delivered_at: EARLY, schedule: null, guest: null };
const STATUS = { state: "on", connected: false, since: null, taken: true, taken_at: EARLY } as const;
const commandAfter = (actor: string, by: "page" | "mqtt" | "api" | "auto-off") => {
  const detail = { ...LAMP, state: true, since: null, clients: [], command: { ...COMMAND, actor } };
  client.setQueryData(queryKeys.device("lamp"), detail);
  const isComplete = deviceIs(client, { deviceId: "lamp", retained: false, status: { ...STATUS, by } });
  return { isComplete, command: client.getQueryData<DeviceDetail>(queryKeys.device("lamp"))?.command };
};

it("replaces a command when a status message names another sender, and reads the device again", () => {
  const { isComplete, command } = commandAfter("api", "mqtt");
  expect([isComplete, command?.actor, command?.accepted_at === EARLY]).toEqual([false, "device", false]);
});

it.each([
  ["browser", "page"],
  ["api", "api"],
  ["disconnect", "auto-off"],
] as const)("keeps a command of %s when the status message names %s", (actor, by) => {
  expect(commandAfter(actor, by)).toEqual({ isComplete: true, command: { ...COMMAND, actor } });
});

it("tells two commands of one kind of sender apart by their times, and reads the name of the newer one", () => {
  const command = { ...COMMAND, actor: "guest", guest: "Anna", delivered_at: null };
  client.setQueryData(queryKeys.device("lamp"), {
    ...LAMP,
    state: true,
    since: null,
    clients: [],
    command,
  });
  const says = (accepted_at: string, taken_at: string | null) =>
    deviceIs(client, {
      deviceId: "lamp",
      retained: false,
      status: { ...STATUS, by: "guest", taken: taken_at !== null, taken_at, accepted_at },
    });
  const cached = () => client.getQueryData<DeviceDetail>(queryKeys.device("lamp"))?.command;
  expect([says(EARLY, null), cached()]).toEqual([true, command]);
  expect([says(LATE, null), cached()]).toEqual([false, { ...command, accepted_at: LATE, guest: null }]);
  says(LATE, LATE);
  expect(cached()).toMatchObject({ accepted_at: LATE, delivered_at: LATE });
});

it("reads a device again when a status names a client that it does not know, and forgets one that it does not name", () => {
  const known = [{ since: EARLY }, { since: LATE }];
  const says = (clients: string[]) => {
    client.setQueryData(queryKeys.device("lamp"), {
      ...LAMP,
      since: EARLY,
      clients: known,
      command: null,
    });
    const status = { ...STATUS, connected: true, since: EARLY, by: null, clients };
    const isComplete = deviceIs(client, { deviceId: "lamp", retained: false, status });
    return [isComplete, client.getQueryData<DeviceDetail>(queryKeys.device("lamp"))?.clients];
  };
  expect(says([LATE, EARLY])).toEqual([true, known]);
  expect(says([EARLY])).toEqual([true, known.slice(0, 1)]);
  expect(says(["2026-01-03T00:00:00.000Z", LATE, EARLY])).toEqual([false, known]);
  // more clients than a status names
  const twenty = Array.from({ length: 20 }, () => LATE);
  expect(says(twenty)).toEqual([true, known]);
});

it("reads a device again when the answer to a command contradicts its presence", () => {
  const accepted = { state: true, set: null, taken: false };
  expect(commandAccepted(client, "lamp", { ...accepted, connected: false })).toBe(true);
  expect(commandAccepted(client, "lamp", { ...accepted, connected: true })).toBe(false);
  expect(client.getQueryData<object[]>(queryKeys.devices)?.[0]).toMatchObject({
    state: true,
    connected: false,
  });
});
