import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { Mend } from "../../../../web/src/features/refusals/mend.tsx";
import type { Refusal } from "../../../../worker/contract/refusals.ts";
import { CREDENTIAL } from "../credentials/credential.ts";
import { server, show, signedInAlways, USER_ID } from "../screen.tsx";

type Remedy = NonNullable<Refusal["remedy"]>;

const REFUSAL: Refusal = {
  id: "r1",
  at: "2026-11-20T12:00:00.000Z",
  kind: "publish",
  client_id: "plug",
  client_kind: "credential",
  client_name: "plug",
  device_id: null,
  tried: "tele/plug/STATE",
  rule: "…",
  nearest: null,
  fix: null,
  remedy: null,
  advice: "Change the client.",
  key: null,
  byte: null,
  count: 1,
};
const FIX = "POST /v0/mqtt/log/r1/fix/";
const id = CREDENTIAL.id;

signedInAlways();

/** The credential before and after the remedy. */
async function mend(remedy: Remedy, before: object = {}, after: object = before) {
  let now = { ...CREDENTIAL, name: "Plug", ...before };
  let profile = "classic";
  const asked = server({
    "GET /v0/mqtt/credentials/": () => [now],
    "GET /v0/mqtt/settings/": () => ({ profile }),
    [FIX]: () => {
      now = { ...now, ...after };
      profile = "full";
      return now;
    },
  });
  await show(<Mend refusal={REFUSAL} remedy={remedy} />);
  return asked;
}
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const fixed = (asked: { call: string }[]) => asked.filter(({ call }) => call === FIX).length;

it("adds a channel", async () => {
  const topic = `${USER_ID}/tele/plug`;
  const channel = { id: "ch", name: "tele/plug", topic, description: "", created_at: "" };
  const asked = await mend({ kind: "grant", credential_id: id, topic }, {}, { channels: [channel] });
  await press("Let Plug use tele/plug");
  await screen.findByText("Allowed now");
  expect(fixed(asked)).toBe(1);
});

it("changes the view", async () => {
  const remedy: Remedy = { kind: "view", credential_id: id, view: "root" };
  const asked = await mend(remedy, { view: "account" }, { view: "root" });
  await press("Show Plug its topics without the prefix");
  await screen.findByText("It now uses topics without the prefix");
  expect(fixed(asked)).toBe(1);
});

it("enables the full profile", async () => {
  const asked = await mend({ kind: "profile" });
  await press("Allow QoS 2 and retained messages");
  await screen.findByText("Allowed from its next connection");
  expect(fixed(asked)).toBe(1);
});

it("gives a user name of its own, and shows it", async () => {
  const remedy: Remedy = { kind: "username", credential_id: id };
  const asked = await mend(remedy, { server_made: false }, { server_made: true, username: "q2w3e4r5t6" });
  await press("Make a unique user name for Plug");
  expect((await screen.findByLabelText<HTMLInputElement>("user name")).value).toBe("q2w3e4r5t6");
  expect(fixed(asked)).toBe(1);
});

it.each<[Remedy, string, string]>([
  [{ kind: "topic", topic: "tele/plug" }, "topic", "tele/plug"],
  [{ kind: "password", credential_id: id }, "password of Plug", CREDENTIAL.password],
])("shows remedies that only the person can apply: $kind", async (remedy, label, value) => {
  const user = userEvent.setup();
  const asked = await mend(remedy);
  expect((await screen.findByLabelText<HTMLInputElement>(label)).value).toBe(value);
  await user.click(screen.getByRole("button", { name: `Copy ${label}` }));
  expect(await navigator.clipboard.readText()).toBe(value);
  expect(fixed(asked)).toBe(0);
});

it("explains the remedy of a limit, also of an unknown one", async () => {
  await mend({ kind: "limit", limit: "MQTT_MAX_SUBSCRIPTIONS" });
  expect(await screen.findByText(/One with a wildcard, such as home\/#, replaces many/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "What the limits are" }).getAttribute("href")).toBe("/docs#limits");
});
