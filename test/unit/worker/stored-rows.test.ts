/**
 * JSON that the account's object stores, as an earlier release may have left it: each field of each column is removed in
 * turn, from rows that the product wrote. No call, connection or alarm fails over it.
 */

import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { CALLS, type CallName } from "../../../worker/contract/api.ts";
import { ROUTES } from "../../../worker/routes/index.ts";
import { Client } from "../broker/support/client.ts";
import { api, run } from "./api/client.ts";
import { connected } from "./api/connected.ts";
import { NAMES, newWorld, requestOf, type World } from "./api/every-call.ts";

/** Keys to a field; `*` stands for each item of a list, and `{}` for the JSON in a text. */
type Path = readonly string[];
interface Field {
  table: string;
  column: string;
  path: Path;
}

const TEXT = "{}";
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function parsed(text: unknown): unknown {
  if (typeof text !== "string" || !/^[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Every field in a value, outermost first. */
function fieldsIn(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((each) => fieldsIn(each, [...path, "*"]));
  if (isObject(value))
    return Object.entries(value).flatMap(([key, each]) => [
      [...path, key],
      ...fieldsIn(each, [...path, key]),
    ]);
  const inText = parsed(value);
  return inText === undefined ? [] : fieldsIn(inText, [...path, TEXT]);
}

/** The value without this field. */
function without(value: unknown, [key = "", ...rest]: Path): unknown {
  if (key === TEXT) return typeof value === "string" ? JSON.stringify(without(parsed(value), rest)) : value;
  if (key === "*") return Array.isArray(value) ? value.map((each) => without(each, rest)) : value;
  if (!isObject(value)) return value;
  const { [key]: field, ...others } = value;
  return rest.length === 0 || field === undefined ? others : { ...value, [key]: without(field, rest) };
}

const stubOf = ({ person }: World) => env.BROKER.getByName(person.id);
const inObject = <T>(world: World, work: (sql: SqlStorage) => T) =>
  runInDurableObject(stubOf(world) as never, (_: unknown, { storage }: DurableObjectState) =>
    work(storage.sql),
  );

interface Column {
  table: string;
  column: string;
  texts: string[];
}

interface Column {
  table: string;
  column: string;
  texts: string[];
}

/** The columns that contain JSON objects. */
const jsonColumns = (world: World): Promise<Column[]> =>
  inObject(world, (sql) => {
    const tables = [...sql.exec("SELECT name FROM sqlite_master WHERE type = 'table'")].map(({ name }) =>
      String(name),
    );
    const own = tables.filter((name) => !name.startsWith("_") && !name.startsWith("sqlite_"));
    const columns = own.flatMap((table) => {
      const rows = [...sql.exec(`SELECT * FROM ${table}`)];
      const texts = (column: string) =>
        rows.flatMap((row) => (isObject(parsed(row[column])) ? [String(row[column])] : []));
      return Object.keys(rows[0] ?? {}).map((column) => ({ table, column, texts: texts(column) }));
    });
    return columns.filter(({ texts }) => texts.length > 0);
  });

function fieldsOf({ table, column, texts }: Column): Field[] {
  const paths = texts.flatMap((text) => fieldsIn(parsed(text)));
  const distinct = new Map(paths.map((path) => [path.join("."), path]));
  return [...distinct.values()].map((path) => ({ table, column, path }));
}

/** Of the fields of the copied tables, one in this many is removed; each of them with FAULT_STRIDE=1. */
const STRIDE = Number((env as unknown as { FAULT_STRIDE: string }).FAULT_STRIDE || 4);
/** A row of these makes the object read its rights again, which repairs the others: one field at a time. */
const COPIED = ["meta", "principals", "rights", "schedules"];

/** The fields that are removed together. */
function roundsOf(columns: readonly Column[]): Field[][] {
  const isCopied = ({ table }: Column) => COPIED.includes(table);
  const alone = columns
    .filter(isCopied)
    .flatMap(fieldsOf)
    .map((field) => [field]);
  const own = columns.filter((column) => !isCopied(column)).map(fieldsOf);
  const longest = Math.max(...own.map(({ length }) => length));
  return [
    ...alone.filter((_, n) => n % STRIDE === 0),
    ...Array.from({ length: longest }, (_, n) => own.flatMap((fields) => fields[n] ?? [])),
  ];
}

/** Removes a field from all rows. Returns the statement that restores those that nothing has repaired. */
const strip = (world: World, { table, column, path }: Field, { texts }: Column) =>
  inObject(world, (sql) => {
    const set = `UPDATE ${table} SET ${column} = ? WHERE ${column} = ?`;
    const changes = texts.map((text) => [text, JSON.stringify(without(parsed(text), path))] as const);
    for (const [text, stripped] of changes) sql.exec(set, stripped, text);
    return () =>
      inObject(world, (again) => {
        for (const [text, stripped] of changes) again.exec(set, text, stripped);
      });
  });

const BOARD = { clientId: "kept", username: "r", password: "p", kept: true } as const;

/** Values, labels, series, queued and retained messages with properties, a delayed will, a waiting notice, own limits. */
async function furnish(world: World): Promise<void> {
  const { person, ids } = world;
  const lamp = ids.readDevice as string;
  const labels = [{ key: "level", name: "Tank", unit: "l" }];
  const look = { shown_values: ["level"], value_labels: labels, room: "Hall", channels: [ids.updateChannel] };
  await person.call(`PUT /v0/devices/on-off/${lamp}/`, { name: "D", ...look });
  const series = { path: "", name: "level", unit: "W" };
  await person.call(`PUT /v0/mqtt/channels/${ids.updateChannel}/`, { name: "a", topic: "a", series });
  await person.call("POST /v0/targets/", { kind: "mail" });
  const push = { endpoint: "https://fcm.googleapis.com/x", keys: { p256dh: "a", auth: "b" } };
  await person.call("POST /v0/targets/", { kind: "push", subscription: push });
  const target = (
    await person.call("POST /v0/targets/", { kind: "webhook", url: "https://hooks.example.com/z" })
  ).body.id;
  const when = { events: ["turned_on", "turned_off"] };
  await person.call("POST /v0/watches/", { name: "All", when, targets: [target], repeat: "P1D" });
  const bound = { device: lamp, key: "level", above: 8, clear: 7, for: "PT10M" };
  await person.call("POST /v0/watches/", { name: "Tank", when: bound, targets: [target] });
  const silent = { device: lamp, key: "level", silent_for: "auto" };
  await person.call("POST /v0/watches/", { name: "Quiet", when: silent, targets: [target] });
  await run(
    "UPDATE users SET own_limits = ?2 WHERE id = ?1",
    person.id,
    '{"version":1,"value":{"MAX_SERIES":90}}',
  );
  await talk(world, lamp);
}

async function talk({ person }: World, lamp: string): Promise<void> {
  await person.call(`POST /v0/devices/on-off/${lamp}/switch/`, { state: true });
  const kept = await connected(person.id, BOARD);
  await kept.subscribe("house/#", 1);
  await kept.leave();
  const device = await connected(person.id, { username: `${lamp}:board`, password: "s3cret" });
  device.publish(`${person.id}/devices/${lamp}/telemetry`, '{"level":9,"mode":"eco"}', {
    qos: 1,
    messageId: 3,
  });
  device.publish(`${person.id}/a`, "7", { qos: 1, messageId: 4 });
  await device.all();
  const speaker = await connected(person.id, { username: "r", password: "p", clientId: "speaker" });
  const properties = {
    responseTopic: "r",
    contentType: "t",
    userProperties: { a: "b" },
    correlationData: Buffer.of(1),
  };
  speaker.publish("house/lamp", "on", { qos: 1, messageId: 1, retain: true, properties });
  await speaker.next("puback");
  const will = { topic: "house/gone", payload: Buffer.from("x"), qos: 1, retain: true } as const;
  const mortal = await Client.open({ stub: env.BROKER.getByName(person.id) } as never);
  mortal.connect({ username: "r", password: "p" }, {
    clientId: "mortal",
    clean: false,
    will: { ...will, properties: { willDelayInterval: 3600, ...properties } },
    properties: { sessionExpiryInterval: 7200 },
  } as never);
  await mortal.next("connack");
  await mortal.lose();
}

/** The calls that read from the object; a stream has no end, and the settings are read from it without a caller. */
const READS = NAMES.filter(
  (name) =>
    (CALLS[name].method === "GET" && ROUTES[name].asCaller !== undefined && name !== "readStream") ||
    name === "readSettings",
);
const WRITES = [
  "switchDevice",
  "publishMessage",
  "updateWatch",
  "snoozeWatch",
  "sendNotice",
  "updateChannel",
] as const;

/** Whether the alarm ends with nothing due. Attempts to deliver notices may set it again. */
async function settles(world: World): Promise<boolean> {
  for (let rung = 0; rung < 200; rung++) {
    await runDurableObjectAlarm(stubOf(world) as never);
    const next = await runInDurableObject(
      stubOf(world) as never,
      (_: unknown, { storage }: DurableObjectState) => storage.getAlarm(),
    );
    if (next === null || next > Date.now()) return true;
  }
  return false;
}

/** Everything that reads what is stored. Returns what failed. */
async function use(world: World): Promise<string[]> {
  const failed: string[] = [];
  const call = async (name: CallName) => {
    const { line, body, token } = requestOf(name, world);
    const { status } = await api(line, body, { token });
    if (status >= 500) failed.push(`${name}: ${status}`);
  };
  for (const name of READS) await call(name);
  await inObject(world, (sql) => sql.exec("UPDATE sessions SET will_at = 1 WHERE will_at IS NOT NULL"));
  if (!(await settles(world))) failed.push("the alarm rings again and again");
  for (const login of [BOARD, { username: `${world.ids.readDevice}:board`, password: "s3cret" }]) {
    const client = await connected(world.person.id, login);
    await client.subscribe("#", 1);
    await client.all();
    await client.lose();
  }
  for (const name of WRITES) await call(name);
  return failed;
}

test("a stored row that lacks a field fails no call, connection or alarm [F483]", async () => {
  const world = await newWorld();
  await furnish(world);
  const errors: string[] = [];
  vi.spyOn(console, "error").mockImplementation((line) => void errors.push(String(line)));
  const rounds = roundsOf(await jsonColumns(world));
  for (const fields of rounds) {
    const now = await jsonColumns(world);
    const undo: (() => Promise<void>)[] = [];
    for (const field of fields) {
      const column = now.find(({ table, column }) => table === field.table && column === field.column);
      if (column !== undefined) undo.push(await strip(world, field, column));
    }
    await evictDurableObject(stubOf(world) as never);
    const names = fields.map(({ table, column, path }) => `${table}.${column}: ${path.join(".")}`);
    expect([names, await use(world), errors]).toEqual([names, [], []]);
    for (const restore of undo) await restore();
    await evictDurableObject(stubOf(world) as never);
  }
  console.info(`${rounds.length} rounds, ${rounds.flat().length} fields`);
}, 600_000);
