/** Which lists are read again when the page's connection stands: what no retained message says. */

import { useQuery } from "@tanstack/react-query";
import { waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { approvalsQuery, devicesQuery, noticesQuery, watchesQuery } from "../../../../web/src/api/queries.ts";
import { useLiveLists } from "../../../../web/src/features/shell/use-live-lists.ts";
import { linkView } from "../../../../web/src/live/link.ts";
import { server, show, signedInAlways } from "../screen.tsx";

signedInAlways();
const OFF = { status: "disconnected", message: null, retryAt: null, hadRetainedState: true } as const;
afterEach(() => linkView.set(OFF));

function Lists() {
  useLiveLists();
  const { data: devices } = useQuery(devicesQuery());
  useQuery(approvalsQuery());
  useQuery(noticesQuery());
  useQuery(watchesQuery());
  return devices && <p>ready</p>;
}

const LISTS = ["approvals", "notices", "watches", "devices/on-off"].map((name) => `GET /v0/${name}/`);

async function opened() {
  const empty = [...LISTS, "GET /v0/api-keys/"].map((call) => [call, () => []]);
  const asked = server(Object.fromEntries(empty));
  await show(<Lists />);
  const counts = () => LISTS.map((list) => asked.filter(({ call }) => call === list).length);
  await waitFor(() => expect(counts()).toEqual([1, 1, 1, 1]));
  return counts;
}

it("reads orders, notices and watches again when it first connects: they came before it listened", async () => {
  const counts = await opened();
  linkView.set({ ...OFF, status: "connected" });
  await waitFor(() => expect(counts()).toEqual([2, 2, 2, 1]));
});

it("reads all of them again after the connection was lost", async () => {
  const counts = await opened();
  linkView.set({ ...OFF, status: "connected" });
  await waitFor(() => expect(counts()).toEqual([2, 2, 2, 1]));
  linkView.set({ ...OFF, status: "error" });
  await waitFor(() => expect(counts()).toEqual([3, 3, 3, 2]));
  linkView.set({ ...OFF, status: "connected" });
  await waitFor(() => expect(counts()).toEqual([4, 4, 4, 3]));
});

it("reads the devices again, too, where the broker retains nothing", async () => {
  const counts = await opened();
  linkView.set({ ...OFF, status: "connected", hadRetainedState: false });
  await waitFor(() => expect(counts()).toEqual([2, 2, 2, 2]));
});
