/** The plan of an import, and its calls against an API that keeps what it is given. */

import { describe, expect, it } from "vitest";
import { readAccountFile } from "../../../../worker/import/account-file.ts";
import { hasWork, planImport } from "../../../../worker/import/plan.ts";
import type { PlannedCall, PresentAccount } from "../../../../worker/import/planned.ts";
import type { SendCall } from "../../../../worker/import/read-present.ts";
import { runImport } from "../../../../worker/import/run.ts";
import { empty, exported, HALL, LAMP, NEW } from "./account.ts";

const NOW = Date.parse("2026-11-22T13:30:00.000Z");
const AT = "2026-01-01T00:00:00.000Z";
const CSV = "at,value\r\n2026-01-01T00:00:00.000Z,1.5\r\n2026-01-01T01:00:00.000Z,2\r\n";
const values = [
  { id: LAMP, key: "t", csv: CSV },
  { id: HALL, key: null, csv: CSV },
];

const planFor = (present: PresentAccount, file: object = exported(), now = NOW) =>
  planImport(
    { from: "export", account: readAccountFile(JSON.stringify(file)), values, unknown: [] },
    present,
    now,
  );

/** Answers each call with a new id, after `most` calls with none. */
function service(most = Number.POSITIVE_INFINITY) {
  const calls: PlannedCall[] = [];
  const send: SendCall = async (call) => {
    if (calls.length >= most) return { isDone: false, status: 0, sentence: "The line is cut." };
    calls.push(call);
    return { isDone: true, json: { id: `new-${calls.length}`, written: 2, expired: 0 } };
  };
  return { calls, send };
}

describe("into an empty account", () => {
  it("creates rows before those that refer to them, and lists what cannot be kept", () => {
    const items = planFor(empty()).items.map(({ action, what }) => `${action} ${what}`);
    expect(items).toEqual([
      "lost id of the account",
      "lost e-mail address and password of the account",
      "lost API key of 2026-01-02",
      'lost token "CI"',
      "update time zone and clock",
      "update MQTT settings",
      "create API key",
      'create channel "Hall" (hall)',
      'create device "Lamp"',
      'lost device "Plug"',
      'create credential "Board" (board)',
      'create schedule "Evening" of "Lamp"',
      'lost schedule "Once" of "Lamp"',
      "create webhook https://hooks.example.com/",
      "lost notices in a browser (push.example.com)",
      'create watch "Lost"',
      'values values t of "Lamp", 2 hours',
      'values values of "Hall", 2 hours',
    ]);
  });

  it("declares controls without what a device took, reported or may have lost", () => {
    const declared = { key: "level", kind: "number", name: null, unit: "%", min: 0, max: 100, step: 1 };
    const values = { wanted: 40, wanted_at: AT, taken_before_connect: true, reported: 35, reported_at: AT };
    const file = exported();
    const [lamp] = file.devices;
    const devices = [{ ...lamp, controls: [{ ...declared, ...values }] }];
    const { items } = planFor(empty(), { ...file, devices });
    const { call } = items.find(({ what }) => what === 'device "Lamp"') ?? {};
    expect(call?.body).toHaveProperty("controls", [declared]);
  });

  it("rewrites topics and ids to those of the new rows", async () => {
    const { calls, send } = service();
    const { outcomes, stopped } = await runImport(planFor(empty()), send);
    expect(stopped).toBeNull();
    const bodyOf = (name: string) => calls.find((call) => call.name === name)?.body;
    const idOf = (name: string) => `new-${calls.findIndex((call) => call.name === name) + 1}`;
    expect(bodyOf("createChannel")).toMatchObject({ topic: `${NEW}/hall` });
    const channels = [idOf("createChannel")];
    expect(bodyOf("createDevice")).toMatchObject({ name: "Lamp", state: true, channels });
    const device = idOf("createDevice");
    expect(bodyOf("createCredential")).toMatchObject({
      channels,
      device,
      password: "p",
      grants: [{ filter: `devices/${device}/control`, publish: true, subscribe: false }],
    });
    expect(bodyOf("createWatch")).toMatchObject({
      when: { device, lost_for: "PT5M" },
      targets: [idOf("createTarget")],
    });
    expect(calls.filter(({ id }) => id !== undefined).map(({ name, id }) => [name, id])).toEqual([
      ["createSchedule", device],
      ["writeDeviceSeries", device],
      ["writeChannelSeries", channels[0]],
    ]);
    expect(calls.at(-2)?.csv).toBe(CSV);
    const lamp = outcomes.find(({ item }) => item.what === 'device "Lamp"');
    expect(lamp?.sentence).toBe(
      `Created the device "Lamp". Its id was ${LAMP} and is ${device}. Its board needs the new id in its program.`,
    );
    const hours = outcomes.filter(({ item }) => item.action === "values").map(({ sentence }) => sentence);
    expect(hours).toEqual([
      'Added 2 hours of the values t of "Lamp".',
      'Added 2 hours of the values of "Hall".',
    ]);
  });

  it("says beforehand that boards need the new ids, of their device and of the account", () => {
    const noteOf = (name: string) => planFor(empty()).items.find(({ what }) => what === name)?.note;
    expect(noteOf('device "Lamp"')).toBe("Its board needs the new id in its program.");
    expect(noteOf("id of the account")).toContain(NEW);
  });

  it("makes no target of a chat service, whose address is a secret, and finds one that was added again", async () => {
    const file = exported();
    const chat = { id: "e0000000-0000-4000-8000-000000000005", kind: "webhook", format: "telegram" };
    const shown = { address: "api.telegram.org", chat: "-100123" };
    file.targets.push({ ...chat, ...shown });
    file.watches[0].targets = [chat.id];
    const lost = planFor(empty(), file).items.find(({ what }) => what.includes("telegram"));
    expect(lost).toMatchObject({
      what: "notices to chat -100123 at api.telegram.org (telegram)",
      action: "lost",
      note: "Its address is a secret: add it here yourself, and import again for its watches.",
    });
    const targetsFor = async (present: PresentAccount) => {
      const { calls, send } = service();
      await runImport(planFor(present, file), send);
      return calls.find(({ name }) => name === "createWatch")?.body?.targets;
    };
    expect(await targetsFor(empty())).toEqual([]);
    const other = { ...chat, id: "other", address: shown.address, chat: "-100999" };
    const own = { ...chat, id: "own", ...shown };
    expect(await targetsFor({ ...empty(), targets: [other, own] as never })).toEqual(["own"]);
  });

  it("makes no webhook of a chat's address, which an older export has whole, and does not show it", () => {
    const file = exported();
    file.targets[0].address = "https://discord.com/api/webhooks/1/secret";
    const { items } = planFor(empty(), file);
    expect(items.find(({ what }) => what.includes("discord"))).toMatchObject({
      what: "notices to discord.com (cloudevents)",
      action: "lost",
    });
    expect(JSON.stringify(items)).not.toContain('secret"');
  });

  it("makes targets that switch devices, for the new devices", async () => {
    const file = exported();
    const [lamp, plug] = ["e0000000-0000-4000-8000-000000000003", "e0000000-0000-4000-8000-000000000004"];
    const on = { state: true, set: { brightness: 40 } };
    file.targets.push(
      { id: lamp, kind: "device", address: null, device: LAMP, raised: on, cleared: null },
      { id: plug, kind: "device", address: null, device: file.devices[1].id, raised: on, cleared: null },
    );
    file.watches[0].targets = [lamp, plug];
    const press = { label: "Lamp on", state: true, set: null };
    file.watches[0].actions = [
      { ...press, device: LAMP },
      { ...press, device: file.devices[1].id },
    ];
    const { items } = planFor(empty(), file);
    const listed = items.map(({ action, what }) => `${action} ${what}`);
    expect(listed).toContain('create watches switch "Lamp"');
    expect(listed).toContain("lost a device that a watch switches");
    const { calls, send } = service();
    await runImport(planFor(empty(), file), send);
    const idOf = (name: string, is = (_: unknown) => true) =>
      `new-${calls.findIndex((call) => call.name === name && is(call.body)) + 1}`;
    const isDevice = (body: unknown) => (body as { kind: string }).kind === "device";
    const made = calls.filter(({ name, body }) => name === "createTarget" && isDevice(body));
    expect(made.map(({ body }) => body)).toEqual([
      { kind: "device", device: idOf("createDevice"), raised: on, cleared: null },
    ]);
    expect(calls.find(({ name }) => name === "createWatch")?.body).toMatchObject({
      targets: [idOf("createTarget", isDevice)],
      actions: [{ ...press, device: idOf("createDevice") }],
    });
  });

  it("writes the values of a channel of several series by their keys", () => {
    const file = exported();
    file.channels[0].series = [file.channels[0].series, { path: "/h", unit: null, name: "Damp" }];
    const account = readAccountFile(JSON.stringify(file));
    const damp = [{ id: HALL, key: "Damp", csv: CSV }];
    const { items } = planImport({ from: "export", account, values: damp, unknown: [] }, empty(), NOW);
    const calls = items.flatMap(({ call }) => call ?? []);
    expect(calls.find(({ name }) => name === "createChannel")?.body).toMatchObject({
      series: file.channels[0].series,
    });
    expect(calls.at(-1)).toMatchObject({
      name: "writeChannelSeries",
      query: { resolution: "1h", key: "Damp" },
    });
  });

  it("stops at a cut line, and goes on past a row that is refused", async () => {
    const cut = await runImport(planFor(empty()), service(3).send);
    expect([cut.outcomes.length, cut.stopped]).toEqual([3, "The line is cut."]);
    const picky: SendCall = async ({ name }) =>
      name === "createChannel"
        ? { isDone: false, status: 400, sentence: "You can have 0 channels max." }
        : { isDone: true, json: { id: name } };
    const { outcomes, stopped } = await runImport(planFor(empty()), picky);
    expect(stopped).toBeNull();
    expect(outcomes.filter(({ outcome }) => outcome === "failed").map(({ sentence }) => sentence)).toEqual([
      'The channel "Hall" (hall) could not be imported: You can have 0 channels max.',
    ]);
  });
});

describe("the report for the security log", () => {
  it("counts what was made or changed, and what failed", async () => {
    const { calls, send } = service();
    await runImport(planFor(empty()), async (call) =>
      call.name === "createChannel" ? { isDone: false, status: 400, sentence: "No." } : send(call),
    );
    const body = { from: "export", made: 10, failed: 1 };
    expect(calls.at(-1)).toEqual({ name: "reportImport", body });
  });

  it("is sent by an import that stopped, with what it made", async () => {
    const { calls, send } = service();
    await runImport(planFor(empty()), async (call) =>
      call.name === "createDevice" ? { isDone: false, status: 503, sentence: "Later." } : send(call),
    );
    const body = { from: "export", made: 4, failed: 0 };
    expect(calls.at(-1)).toEqual({ name: "reportImport", body });
  });

  it("is not sent by an import that changed nothing", async () => {
    const names: string[] = [];
    const { stopped } = await runImport(planFor(restored()), async ({ name }) => {
      names.push(name);
      return { isDone: true, json: { written: 0, expired: 0 } };
    });
    expect(stopped).toBeNull();
    expect(names).toEqual(["writeDeviceSeries", "writeChannelSeries"]);
  });
});

/** The account of the export under other ids, as an import leaves it. */
function restored(): PresentAccount {
  const renamed = JSON.stringify(exported())
    .replaceAll("11111111-1111-4111-8111-111111111111", NEW)
    .replace(/"([a-e])0000000-/g, '"$1f000000-')
    .replace(/devices\/b0000000/g, "devices/bf000000");
  const { events, tokens, format, ...lists } = JSON.parse(renamed);
  const isThere = ({ kind }: { kind: string }) => kind !== "found" && kind !== "push";
  return {
    ...lists,
    devices: lists.devices.filter(isThere),
    targets: lists.targets.filter(isThere),
    schedules: lists.schedules.slice(0, 1),
    watches: lists.watches.map((watch: { targets: string[] }) => ({
      ...watch,
      targets: watch.targets.slice(0, 1),
    })),
  };
}

describe("again", () => {
  it("changes nothing but hours that are missing", () => {
    const work = planFor(restored()).items.filter(({ call }) => call !== null);
    expect(work.map(({ action }) => action)).toEqual(["values", "values"]);
    const account = readAccountFile(JSON.stringify(exported()));
    const source = { from: "export", account, values: [], unknown: [] } as const;
    expect(hasWork(planImport(source, restored(), NOW))).toBe(false);
  });

  it("does not switch a device back, nor take a target from a watch", () => {
    const present = restored();
    for (const device of present.devices) device.state = false;
    for (const watch of present.watches) watch.targets.push("mine");
    expect(planFor(present).items.some(({ action }) => action === "update")).toBe(false);
  });

  it("changes what differs, by the id of the row of that name", () => {
    const present = restored();
    for (const device of present.devices) device.room = "Cellar";
    const [item] = planFor(present).items.filter(({ action }) => action === "update");
    expect(item?.call).toMatchObject({
      name: "updateDevice",
      id: present.devices[0]?.id,
      body: { room: "Hall" },
    });
    expect(item?.call?.body).not.toHaveProperty("state");
  });

  it("finds devices of one name in their order, and doubles none", () => {
    const file = exported();
    const [lamp] = file.devices;
    file.devices = [lamp, { ...lamp, id: "b0000000-0000-4000-8000-000000000009", room: "Attic" }];
    const items = planFor(restored(), file).items.filter(({ what }) => what === 'device "Lamp"');
    expect(items.map(({ action }) => action)).toEqual(["keep", "create"]);
  });
});

it("a credential in root view that may do nothing is never one that may do everything", () => {
  const file = exported();
  file.credentials = [{ ...file.credentials[0], channels: [], grants: [], device: null }];
  const items = planFor(empty(), file).items.filter(({ what }) => what.startsWith("credential"));
  expect(items.map(({ action, call }) => [action, call?.body?.view])).toEqual([
    ["create", "account"],
    ["update", "root"],
  ]);
});

it("an export of 0.1.0, which has no format, settings, schedules, watches and targets", () => {
  const { format, settings, tokens, watches, targets, schedules, ...old } = exported();
  const { room, pinned, ...lamp } = old.devices[0];
  const { items } = planFor(empty(), { ...old, devices: [lamp] });
  const call = items.find(({ what }) => what === 'device "Lamp"')?.call;
  expect(call?.body).toEqual({ name: "Lamp", state: true, channels: [HALL] });
  expect(items.some(({ what }) => what === "MQTT settings")).toBe(false);
});
