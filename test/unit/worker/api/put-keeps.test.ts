/** A PUT keeps every optional field that its body leaves out. */

import { beforeAll, expect, test } from "vitest";
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

/** A value that no new noun has, for a field of plain text. Other fields need one that suits them. */
const plainTexts = (name: CallName) =>
  Object.fromEntries(
    Object.entries(fieldsOf(name)).flatMap(([field, schema]) =>
      schema.safeParse("Beside the door").success ? [[field, "Beside the door"]] : [],
    ),
  );

/** The fields of each body that are no plain text, or that the answer contains in another form. */
const OTHERS: Partial<Record<CallName, (world: World) => Record<string, unknown>>> = {
  // the password proves who changes the address: it is not stored
  updateUser: ({ person }) => ({
    email: person.email,
    password: PASSWORD,
    time_zone: "Europe/Berlin",
    clock: "24",
  }),
  updateChannel: () => ({ topic: "hall", series: { path: "/t", unit: "°C", name: "Warmth" } }),
  updateCredential: ({ ids }) => ({
    username: "keeper",
    channels: [ids.updateChannel],
    view: "root",
    grants: [{ filter: "a/#", publish: true, subscribe: false }],
    device: ids.readDevice,
  }),
  updateGuest: ({ ids }) => ({
    devices: [ids.readDevice],
    may: "switch",
    starts_at: "2031-01-01T00:00:00.000Z",
    ends_at: "2031-02-01T00:00:00.000Z",
    note: "Ring 12",
  }),
  updateSettings: () => ({
    profile: "classic",
    home_assistant: true,
    history: [{ filter: "a/#", days: 3 }],
  }),
  updateDevice: ({ ids }) => ({
    state: true,
    channels: [ids.updateChannel],
    command_ttl: 60,
    auto_off: 120,
    off_on_disconnect: true,
    on_connect: "send",
    ask_first: ["guest"],
    shown_values: ["level"],
    value_labels: [{ key: "level", name: "Tank", unit: "l" }],
    controls: [{ key: "level", kind: "number", min: 0, max: 10 }],
    pinned: true,
    tiles: [{ key: null, place: 2, size: "L" }],
  }),
  updateSchedule: () => ({
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
    when: { device: ids.readDevice, key: "level", above: 8, clear: 7, for: "PT10M" },
    targets: [],
    actions: [{ label: "Off", device: ids.readDevice, state: false, set: null }],
    repeat: "P1D",
    enabled: false,
  }),
};

/** Every field of a body, with another value than its default. */
function fullBody(name: CallName) {
  const others = OTHERS[name]?.(world) ?? {};
  const texts = Object.fromEntries(Object.entries(plainTexts(name)).filter(([field]) => !(field in others)));
  return { texts, full: { ...texts, ...others } as Record<string, unknown> };
}

let world: World;
beforeAll(async () => {
  world = await newWorld();
});

test.each(PUTS)("%s has a body here with all its fields", (name) => {
  expect(Object.keys(fullBody(name).full).sort()).toEqual(Object.keys(fieldsOf(name)).sort());
});

test.each(PUTS)("%s keeps the fields that are left out", async (name) => {
  const { line, account } = requestOf(name, world);
  const { texts, full } = fullBody(name);
  const isRequired = (field: string) => !fieldsOf(name)[field]?.safeParse(undefined).success;
  const required = Object.fromEntries(Object.entries(full).filter(([field]) => isRequired(field)));
  const before = await account.call(line, full);
  const after = await account.call(line, required);
  expect([before.status, after.status]).toEqual([200, 200]);
  expect(before.body.data ?? before.body).toMatchObject(texts);
  const stated = ({ since: _, values: __, ...body }: Record<string, unknown>) => body;
  expect(stated(after.body)).toEqual(stated(before.body));
});

test("the limits of an account stay when they are left out", async () => {
  const { person } = world;
  const line = `PUT /v0/operator/accounts/${person.id}/limits/`;
  await operator(line, { devices: 7, channels: 8 });
  const { body } = await operator(line, { channels: 9 });
  expect(body.own).toMatchObject({ devices: 7, channels: 9 });
});
