/** Device changes of the broker update the cache without changing the state of queries. */

import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, it } from "vitest";
import { queryKeys } from "../../../../web/src/api/query-keys.ts";
import { changeDevice } from "../../../../web/src/devices/device-cache.ts";

const LAMP = { id: "lamp", state: false, taken: true, connected: false, last_seen: null };
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

it("does not mark a failing server as reachable [F86]", async () => {
  await silence();
  const { dataUpdatedAt } = client.getQueryState(queryKeys.devices) ?? {};
  changeDevice(client, "lamp", { connected: true });
  expect(client.getQueryState(queryKeys.devices)).toMatchObject({ status: "error", dataUpdatedAt });
  expect(client.getQueryData(queryKeys.devices)).toEqual([{ ...LAMP, connected: true }, FAN]);
});
