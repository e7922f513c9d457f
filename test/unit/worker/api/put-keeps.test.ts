/** A PUT keeps every optional field that its body leaves out. */

import { expect, test } from "vitest";
import type { ZodObject } from "zod";
import { CALLS, type CallName } from "../../../../worker/contract/api.ts";
import { PASSWORD } from "../../../support/golden/world.ts";
import { newWorld, requestOf, type World } from "./every-call.ts";
import { operator } from "./operator.ts";

/** The fields of a call's body. */
const fieldsOf = (name: CallName): ZodObject["shape"] =>
  (CALLS[name] as unknown as { request: ZodObject }).request.shape;

/** A series is written as CSV, which has no fields to leave out. */
const PUTS = (Object.keys(CALLS) as CallName[]).filter(
  (name) => CALLS[name].method === "PUT" && "request" in CALLS[name],
);

/** Every field of each body, with another value than its default. */
const FULL: Partial<Record<CallName, (world: World) => Record<string, unknown>>> = {
  // the password proves who changes the address: it is not stored
  updateUser: ({ person }) => ({
    first_name: "Ada",
    last_name: "L",
    email: person.email,
    password: PASSWORD,
    time_zone: "Europe/Berlin",
    clock: "24",
  }),
  updateChannel: () => ({
    name: "Hall",
    topic: "hall",
    description: "Beside the door",
    series: { path: "/t", unit: "°C", name: "Warmth" },
  }),
  updateCredential: ({ ids }) => ({
    name: "Board",
    username: "board",
    password: "p1",
    channels: [ids.updateChannel],
    view: "root",
    grants: [{ filter: "a/#", publish: true, subscribe: false }],
    device: ids.readDevice,
  }),
  updateSettings: () => ({ profile: "classic", home_assistant: true }),
  updateDevice: ({ ids }) => ({
    name: "Lamp",
    state: true,
    channels: [ids.updateChannel],
    command_ttl: 60,
    auto_off: 120,
    off_on_disconnect: true,
    shown_values: ["level"],
    value_labels: [{ key: "level", name: "Tank", unit: "l" }],
    controls: [{ key: "level", kind: "number", min: 0, max: 10 }],
    room: "Hall",
    pinned: true,
  }),
  updateSchedule: () => ({
    name: "Dusk",
    state: true,
    set: {},
    when: { sun: "sunset", offset: "PT10M" },
    time_zone: "Europe/Berlin",
    place: { lat: 52.5, lon: 13.4 },
    missed: "once",
    grace: "PT2H",
    enabled: false,
  }),
  updateWatch: ({ ids }) => ({
    name: "Tank",
    when: { device: ids.readDevice, key: "level", above: 8, clear: 7, for: "PT10M" },
    targets: [],
    repeat: "P1D",
    enabled: false,
  }),
};

test("each PUT has a body here with all its fields", async () => {
  const world = await newWorld();
  for (const name of PUTS) {
    const fields = Object.keys(FULL[name]?.(world) ?? {});
    expect([name, fields.sort()]).toEqual([name, Object.keys(fieldsOf(name)).sort()]);
  }
});

test.each(PUTS)("%s keeps the fields that are left out", async (name) => {
  const world = await newWorld();
  const { line, account } = requestOf(name, world);
  const full = FULL[name]?.(world) ?? {};
  const isRequired = (field: string) => !fieldsOf(name)[field]?.safeParse(undefined).success;
  const required = Object.fromEntries(Object.entries(full).filter(([field]) => isRequired(field)));
  const before = await account.call(line, full);
  const after = await account.call(line, required);
  expect([before.status, after.status]).toEqual([200, 200]);
  const stated = ({ since: _, values: __, ...body }: Record<string, unknown>) => body;
  expect(stated(after.body)).toEqual(stated(before.body));
});

test("the limits of an account stay when they are left out", async () => {
  const { person } = await newWorld();
  const line = `PUT /v0/operator/accounts/${person.id}/limits/`;
  await operator(line, { devices: 7, channels: 8 });
  const { body } = await operator(line, { channels: 9 });
  expect(body.own).toMatchObject({ devices: 7, channels: 9 });
});
