/** What is done with several devices at once: a room's scene, their room, their deletion. */

import { useQuery } from "@tanstack/react-query";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { deletions } from "../../../../web/src/api/deletions.ts";
import { devicesQuery } from "../../../../web/src/api/queries.ts";
import { DevicesList } from "../../../../web/src/features/devices/devices-list.tsx";
import { linkView } from "../../../../web/src/live/link.ts";
import type { Device } from "../../../../worker/contract/devices.ts";
import { server, show, signedInAlways } from "../screen.tsx";

const deviceOf = (id: string, room: string, state: boolean): Device => ({
  id,
  name: `Lamp ${id}`,
  kind: "own",
  room,
  pinned: false,
  tiles: [],
  state,
  taken: true,
  taken_before_connect: false,
  connected: true,
  last_seen: "2027-05-03T12:02:00.000Z",
  command_ttl: 0,
  auto_off: 0,
  off_on_disconnect: false,
  on_connect: "nothing",
  ask_first: [],
  channels: [],
  shown_values: null,
  value_labels: [],
  values: [],
  controls: [],
  created_at: "2027-05-03T12:02:00.000Z",
});
const DEVICES = [
  deviceOf("1", "Kitchen", true),
  deviceOf("2", "Kitchen", false),
  deviceOf("3", "Kitchen", true),
  deviceOf("4", "Hall", false),
  deviceOf("5", "", true),
  deviceOf("6", "", true),
];

signedInAlways();
afterEach(() => {
  deletions.set([]);
  linkView.set({ status: "disconnected", message: null, retryAt: null, hadRetainedState: true });
});

const taken = () => ({
  accepted_at: "2027-05-03T12:02:00.000Z",
  delivered_at: "2027-05-03T12:02:00.200Z",
  device_connected: true,
});

function List() {
  const devices = useQuery(devicesQuery()).data ?? [];
  return (
    <DevicesList
      devices={devices}
      known
      search={{}}
      share={() => null}
      onSearch={() => {}}
      onEdit={() => {}}
      onDelete={() => {}}
    />
  );
}

async function list() {
  const answers = Object.fromEntries(
    DEVICES.flatMap(({ id }) => [
      [`POST /v0/devices/on-off/${id}/switch/`, taken],
      [`PUT /v0/devices/on-off/${id}/`, () => ({})],
      [`DELETE /v0/devices/on-off/${id}/`, () => ({})],
    ]),
  );
  const asked = server({ ...answers, "GET /v0/devices/on-off/": () => DEVICES });
  linkView.set({ status: "connected", message: null, retryAt: null, hadRetainedState: true });
  await show(<List />);
  const changes = () => asked.filter(({ call }) => !call.startsWith("GET "));
  return { user: userEvent.setup(), changes };
}

async function selectKitchen(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole("button", { name: "Select" }));
  await user.click(await screen.findByRole("checkbox", { name: "All of Kitchen" }));
  return within(screen.getByRole("region", { name: "Selected devices" }));
}

it("switches off what is on in a room, with each one's proof and their sum", async () => {
  const { user, changes } = await list();
  const hall = await screen.findByRole<HTMLButtonElement>("button", { name: "All off in Hall" });
  expect(hall.disabled).toBe(true);
  await user.click(screen.getByRole("button", { name: "All off in Kitchen" }));
  expect(await screen.findByText("2 taken")).toBeTruthy();
  expect(changes().map(({ call }) => call)).toEqual(
    ["1", "3"].map((id) => expect.stringContaining(`/v0/devices/on-off/${id}/`)),
  );
});

it("puts the selected devices into one room", async () => {
  const { user, changes } = await list();
  const bar = await selectKitchen(user);
  await user.click(bar.getByRole("button", { name: "Room" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Room of 3 devices" }));
  await user.type(await dialog.findByLabelText("Room"), "Cellar");
  await user.click(dialog.getByRole("button", { name: "Set Room" }));
  await expect.poll(() => changes().length).toBe(3);
  expect(changes().map(({ body }) => body)).toEqual(
    ["1", "2", "3"].map((id) => ({ name: `Lamp ${id}`, channels: [], room: "Cellar" })),
  );
});

it("asks before it deletes the selected devices, then deletes one after the other", async () => {
  const { user, changes } = await list();
  const bar = await selectKitchen(user);
  await user.click(bar.getByRole("button", { name: "Delete" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Confirm Deletion" }));
  expect(dialog.getByText("Lamp 1, Lamp 2, Lamp 3")).toBeTruthy();
  expect(changes()).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  await expect
    .poll(() => changes().map(({ call }) => call))
    .toEqual(["1", "2", "3"].map((id) => `DELETE /v0/devices/on-off/${id}/`));
  expect(deletions.get()).toEqual([]);
  // with few devices left the selection can still be ended
  expect(await screen.findByRole("button", { name: "Select", pressed: true })).toBeTruthy();
});
