import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { phoneAddress } from "../../../../web/src/devices/phone-address.tsx";
import PhoneLink from "../../../../web/src/features/virtual-device/phone-link.tsx";
import { server, show, signedInAlways } from "../screen.tsx";

signedInAlways();

const token = "t0ken";
const DESK = "http://localhost:8787/device#t0ken";
const ROOM = "http://192.168.1.7:8787/device#t0ken";

it.each([
  ["https://yard.example", "https://elsewhere.example/device#t0ken", "https://yard.example/device#t0ken"],
  ["http://192.168.1.7:8787", DESK, ROOM],
  ["http://localhost:8787", ROOM, ROOM],
  ["http://127.0.0.1:8787", ROOM, ROOM],
  ["http://localhost:8787", DESK, null],
  ["http://[::1]:8787", null, null],
])("[F396] on %s a link with the server's %s is opened by a phone at %s", (page, url, address) => {
  expect(phoneAddress("/device", { token, url }, new URL(page))).toBe(address);
});

const answering = (url: string) =>
  server({
    "POST /v0/devices/on-off/d1/link/": () => ({ url, token, expires_at: "2026-11-22T12:00:00Z" }),
  });

it("shows what to type where a phone cannot reach the page, without a code", async () => {
  answering(DESK);
  await show(<PhoneLink deviceId="d1" atOnce />);
  await screen.findByText("npm start -- --lan");
  expect(screen.queryByRole("img", { name: "The link as a QR code" })).toBeNull();
});

it("shows the code at once where the server knows its address in the network", async () => {
  const asked = answering(ROOM);
  await show(<PhoneLink deviceId="d1" atOnce />);
  await screen.findByRole("img", { name: "The link as a QR code" });
  expect(screen.getByLabelText<HTMLInputElement>("Phone link").value).toBe(ROOM);
  expect(asked).toHaveLength(1);
});
