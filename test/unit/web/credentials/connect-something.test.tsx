import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import ConnectSomething from "../../../../web/src/features/credentials/connect/connect-something.tsx";
import { server, show, signedInAlways } from "../screen.tsx";
import { CREDENTIAL } from "./credential.ts";

const DEVICE = { id: "d1", name: "Porch lamp", state: false, connected: false, channels: [], created_at: "" };
const CREATE = "POST /v0/mqtt/credentials/";

signedInAlways();

const yard = (credential = CREDENTIAL) =>
  server({
    "GET /v0/mqtt/credentials/": () => [CREDENTIAL],
    "GET /v0/devices/on-off/": () => [DEVICE],
    "GET /v0/mqtt/clients/": () => [],
    "GET /v0/mqtt/log/": () => [],
    [CREATE]: (body) => ({ ...credential, ...(body as object) }),
  });
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const choose = (name: RegExp) => userEvent.click(screen.getByRole("radio", { name }));

it("shows the rights, creates a login by one press, and shows it with the program's own labels", async () => {
  const user = userEvent.setup();
  const asked = yard();
  await show(<ConnectSomething onClose={() => {}} />);
  await screen.findByText("It may do everything in your account");
  await choose(/^Tasmota/);
  await press("Show me what to type in");
  await screen.findByRole("region", { name: "What to type into Tasmota" });
  // a name that differs from the existing credential's
  expect(asked.find(({ call }) => call === CREATE)?.body).toEqual({ name: "Tasmota 2", view: "root" });
  for (const label of ["Host", "Port", "User", "Password"]) {
    expect(screen.getByRole("button", { name: `Copy ${label}` })).toBeTruthy();
  }
  await user.click(screen.getByRole("button", { name: "Copy Password" }));
  expect(await navigator.clipboard.readText()).toBe(CREDENTIAL.password);
  expect(screen.getByText(/^Backlog MqttHost mqtt\.yard\.example; MqttPort 1883; MqttUser /)).toBeTruthy();
  expect(screen.getByText("Waiting for it to connect")).toBeTruthy();
});

it("creates no login without a choice", async () => {
  const asked = yard();
  await show(<ConnectSomething onClose={() => {}} />);
  await press("Show me what to type in");
  expect((await screen.findByRole("alert")).textContent).toContain("choose what you want to connect");
  expect(asked.some(({ call }) => call === CREATE)).toBe(false);
});

it("creates a restricted login: one device, with a custom name", async () => {
  const asked = yard();
  await show(<ConnectSomething onClose={() => {}} />);
  await choose(/^Arduino/);
  await userEvent.click(screen.getByText("More"));
  await userEvent.type(await screen.findByLabelText("Name"), "Porch");
  await screen.findByRole("option", { name: "Only act as the device Porch lamp" });
  await userEvent.selectOptions(screen.getByLabelText("What it may do"), "d1");
  await screen.findByText("It may act as this device only");
  await press("Show me what to type in");
  await screen.findByRole("region", { name: "What to type into Arduino" });
  expect(asked.find(({ call }) => call === CREATE)?.body).toEqual({
    name: "Porch",
    view: "root",
    device: "d1",
  });
  // the page would pass for the device
  expect(screen.queryByRole("link", { name: "Watch its messages" })).toBeNull();
});

it("mentions only the need of a bridge for TCP programs without TCP", async () => {
  yard({ ...CREDENTIAL, host: null, port: null });
  await show(<ConnectSomething onClose={() => {}} />);
  await choose(/^ESPHome/);
  await press("Show me what to type in");
  await screen.findByText("ESPHome cannot reach this service by itself");
  expect(screen.getByText("npm run bridge -- --to wss://yard.example/mqtt")).toBeTruthy();
  expect(screen.getAllByText(/YOUR_BRIDGE/).length).toBeGreaterThan(1);
});

it("warns beside the values for a program when the host is this machine's own name", async () => {
  const own = { ...CREDENTIAL, host: "localhost", tls_port: null };
  yard(own);
  await show(<ConnectSomething onClose={() => {}} />);
  await choose(/^Tasmota/);
  await press("Show me what to type in");
  await screen.findByText("npm start -- --lan");
});
