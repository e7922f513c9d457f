import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ClientsTable } from "../../../../web/src/features/clients/clients-screen.tsx";
import type { LiveClient } from "../../../../worker/contract/clients.ts";
import { show, signedInAlways } from "../screen.tsx";

signedInAlways();

const CLIENT: LiveClient = {
  connection_id: "c1",
  kind: "credential",
  id: "k1",
  name: "Plug",
  client_id: "plug",
  protocol: "5.0",
  since: "2026-11-20T12:00:00.000Z",
  last_seen: "2026-11-20T12:00:00.000Z",
  browser: false,
  country: null,
  colo: "AMS",
  address: "198.51.100.7",
  messages_in: 0,
  messages_out: 0,
  bytes_in: 0,
  bytes_out: 0,
  subscriptions: [],
};

it("shows each client's address as far as it is known [T170]", async () => {
  const clients = [CLIENT, { ...CLIENT, connection_id: "c2", address: null }];
  await show(<ClientsTable clients={clients} onDisconnect={() => {}} />);
  expect(await screen.findByText("MQTT 5.0, 198.51.100.7, AMS")).toBeDefined();
  expect(screen.getByText("MQTT 5.0, AMS")).toBeDefined();
});
