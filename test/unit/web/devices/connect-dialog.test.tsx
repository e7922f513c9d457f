/** The dialog of a device's page that waits for the user's own board. */

import { useQuery } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { deviceQuery } from "../../../../web/src/api/queries.ts";
import { ConnectDialog } from "../../../../web/src/features/device-page/connect-dialog.tsx";
import type { DeviceDetail } from "../../../../worker/contract/devices.ts";
import { aDevice } from "../../../support/nouns.ts";
import { server, show, signedInAlways } from "../screen.tsx";

const ID = "2c9c6f0e-5c1d-4f5b-9d47-0c6f4c3d2b1a";
const SINCE = "2027-05-04T16:30:00.000Z";

const client = (connection_id: string, client_id: string): DeviceDetail["clients"][number] => ({
  connection_id,
  client_id,
  protocol: "5.0",
  since: SINCE,
  last_seen: SINCE,
  country: null,
  colo: null,
  address: null,
});
const VIRTUAL = client("c1", "virtual-0a1b2c3d");
const BOARD = client("c2", "esp32-porch");

const lamp = (clients: DeviceDetail["clients"], state = false): DeviceDetail => ({
  ...aDevice({ id: ID, name: "Lamp", connected: clients.length > 0, last_seen: SINCE, created_at: SINCE }),
  state,
  since: SINCE,
  clients,
  command: null,
});

signedInAlways();

function Dialog() {
  const { data } = useQuery(deviceQuery(ID));
  const powerOff = <button type="button">Power it off</button>;
  return data && <ConnectDialog open device={data} program={null} powerOff={powerOff} onClose={() => {}} />;
}

/** Opens it; the returned function changes who is connected. */
async function open(first: DeviceDetail["clients"], state?: boolean) {
  let clients = first;
  server({
    [`GET /v0/devices/on-off/${ID}/`]: () => lamp(clients, state),
    "GET /v0/mqtt/log/": () => [],
  });
  await show(<Dialog />);
  await screen.findByText("Waiting for the device");
  return (changed: DeviceDetail["clients"]) => {
    clients = changed;
  };
}

const SLOW = { timeout: 5_000 };

it("does not count the virtual device, offers to power it off, and names the board that comes", async () => {
  const connect = await open([VIRTUAL]);
  await screen.findByText(/^A virtual device is connected as/);
  expect(screen.getByRole("button", { name: "Power it off" })).toBeTruthy();
  connect([VIRTUAL, client("c3", "virtual-ffffffff")]);
  connect([VIRTUAL, BOARD]);
  await screen.findByText("Connected", undefined, SLOW);
  expect(screen.getByText("esp32-porch")).toBeTruthy();
  connect([]);
  await screen.findByText("It was connected, and left again", undefined, SLOW);
  expect(screen.getByText("esp32-porch")).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(/^A virtual device/)).toBeNull());
});

it("does not count a board that was connected before, but its next connection", async () => {
  const connect = await open([BOARD]);
  await screen.findByText(/was connected before you opened this/);
  connect([client("c4", "esp32-porch")]);
  await screen.findByText("Connected", undefined, SLOW);
});

it.each([
  [true, "Turn Off"],
  [false, "Turn On"],
])("names the button that the device's page shows when it is on: %s", async (state, button) => {
  const connect = await open([], state);
  connect([BOARD]);
  await screen.findByText(new RegExp(`Close this and press ${button}\\.$`), undefined, SLOW);
});
