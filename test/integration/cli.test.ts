/** `switchyard`: the real program against the real product; each exit code of `--help`. */

import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { controlState } from "../../broker/contract/control.ts";
import { main } from "../../worker/cli/main.ts";
import { COMMAND_IN_CLONE } from "../../worker/contract/addresses.ts";
import { type DeviceSetup, newDeviceSetup } from "../support/account.ts";
import { openCuttableProxy } from "../support/cuttable-proxy.ts";
import { mqttLibrary } from "../support/device-process.ts";
import { freePort } from "../support/product-process.ts";
import { startProgram } from "../support/program-process.ts";
import { until } from "../support/until.ts";

const url = inject("baseUrl");
const BIN = "worker/cli/bin.mjs";
const folder = mkdtempSync(join(tmpdir(), "switchyard-cli-"));
let setup: DeviceSetup;
/** Variables of a logged-in user. */
let user: NodeJS.ProcessEnv;

beforeAll(async () => {
  setup = await newDeviceSetup(url);
  user = { SWITCHYARD_URL: url, SWITCHYARD_TOKEN: await newToken(SCOPES) };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SCOPES = [
  "devices:read",
  "devices:switch",
  "values:read",
  "events:read",
  "setup:read",
  "messages:read:#",
  "messages:publish:#",
];

async function newToken(scopes: string[]): Promise<string> {
  const body = { name: scopes.join(" ").slice(0, 40), scopes };
  return (await setup.account.call<{ token: string }>("POST", "/v0/tokens/", body)).token;
}

const begin = (args: string[], environment = user, input?: string) =>
  startProgram(process.execPath, [BIN, ...args], { XDG_CONFIG_HOME: folder, ...environment }, input);
const run = (args: string[], environment = user, input?: string) => begin(args, environment, input).end;

/** The same without a process, for further runs: a start takes longer than the command. */
async function again(args: string[], environment = user) {
  const said = { out: "", err: "" };
  const into = (name: "out" | "err") => ({
    write: (text: string | Uint8Array) => {
      said[name] += String(text);
      return true;
    },
  });
  const streams = { stdout: into("out"), stderr: into("err") };
  const code = await main(args, { environment: { XDG_CONFIG_HOME: folder, ...environment }, ...streams });
  return { code, ...said };
}

/** Connected, and acknowledging. */
async function plugIn() {
  const device = await mqttLibrary({
    baseUrl: url,
    userId: setup.account.userId,
    version: 5,
    login: setup.login,
    topic: setup.control,
  });
  onTestFinished(() => device.kill());
  return device;
}

it("says that an order waits for approval, lists it, and answers it with a login session only", async () => {
  const { account } = setup;
  const gate = { name: "gate", ask_first: ["token"] };
  const { id } = await account.call<{ id: string }>("POST", "/v0/devices/on-off/", gate);
  const waits = await again(["switch", "gate", "on"]);
  expect([waits.code, waits.err]).toEqual([
    3,
    expect.stringMatching(/^gate asks its owner first: .*approval/),
  ]);
  const [{ id: order } = { id: "" }] = JSON.parse((await again(["approvals", "--json"])).out);
  expect((await again(["approvals"])).out).toMatch(/gate +on +.*\(token\) +waiting +/);
  const refused = await again(["approvals", "--allow", order]);
  expect([refused.code, refused.err]).toEqual([5, expect.stringMatching(/A token answers no order/)]);
  const session = { ...user, SWITCHYARD_TOKEN: account.token };
  expect(await again(["approvals", "--allow", order], session)).toMatchObject({
    code: 0,
    out: "gate: allowed.\n",
  });
  expect((await again(["approvals", "--deny", order], session)).err).toMatch(/Somebody has answered/);
  expect((await again(["events", "--device", "gate"], session)).out).toMatch(
    / gate {2}Turned On by api, allowed in \S.*\n$/,
  );
  await account.call("DELETE", `/v0/devices/on-off/${id}/`);
});

describe("exit codes", () => {
  it("0: the device took the command; 3: the broker has it; 4: the device is not connected", async () => {
    const { name, id } = setup.device;
    expect(await run(["switch", "lamp", "on", "--wait"])).toEqual({
      code: 4,
      out: "",
      err: `${name} is not connected: it has not taken the command.\n`,
    });
    const device = await plugIn();
    expect(await run(["switch", "lamp", "off", "--wait"])).toEqual({
      code: 0,
      out: `${name} is off: it took the command.\n`,
      err: "",
    });
    await until("off", () => device.heard.some(({ payload }) => controlState(payload) === "off"));
    const accepted = await run(["switch", id, "on", "--json"]);
    expect([accepted.code, accepted.err]).toEqual([
      3,
      `The broker has the command for ${id}: add --wait to wait for the device.\n`,
    ]);
    expect(JSON.parse(accepted.out)).toMatchObject({ device_connected: true, delivered_at: null });
  });

  it("1: failed for another reason", async () => {
    const { code, err } = await run(["pub", "big"], user, "x".repeat(3_000_000));
    expect(code).toBe(1);
    expect(err).toMatch(/^The request body is larger than \d+ bytes\.\n$/);
  });

  it("2: wrong usage, found here or by the server", async () => {
    expect(await run(["switch", "lamp", "up"])).toMatchObject({ code: 2, out: "" });
    expect(await again(["sub", "a/#/b"])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^filter: .+\.\n$/),
    });
  });

  it("5: not logged in, a token that is refused, a scope that is missing", async () => {
    expect((await run(["devices"], {})).code).toBe(5);
    const foreign = { ...user, SWITCHYARD_TOKEN: user.SWITCHYARD_TOKEN?.replace(/.{7}$/, "0000000") };
    expect(await again(["devices"], foreign)).toMatchObject({
      code: 5,
      err: expect.stringContaining("switchyard login"),
    });
    const poor = { ...user, SWITCHYARD_TOKEN: await newToken(["devices:read"]) };
    expect(await again(["switch", "lamp", "on"], poor)).toEqual({
      code: 5,
      out: "",
      err: 'The token "devices:read" lacks the scope devices:switch. Create a token that has it under Profile → Keys and tokens, and run "switchyard login".\n',
    });
  });

  it("6: the server is away", async () => {
    const away = { ...user, SWITCHYARD_URL: `http://127.0.0.1:${await freePort()}` };
    for (const { code, err } of [await run(["devices"], away), await again(["events", "--follow"], away)]) {
      expect([code, err.split("\n").length]).toEqual([6, 2]);
      expect(err).toContain("cannot be reached");
    }
  });

  it("7: no such device, or two of one name", async () => {
    const twins = [await setup.account.newDevice("Twin"), await setup.account.newDevice("Twin")];
    const { code, err } = await run(["switch", "twin", "on"]);
    expect(code).toBe(7);
    for (const { id } of twins) expect(err).toContain(id);
    expect((await again(["switch", "nobody", "on"])).code).toBe(7);
    expect((await again(["values", "00000000-0000-4000-8000-000000000000"])).code).toBe(7);
  });
});

it("logs in with a token from standard input, and out again", async () => {
  const token = user.SWITCHYARD_TOKEN ?? "";
  expect((await run(["login", url], {}, "swt_short\n")).code).toBe(5);
  const login = await run(["login", url], {}, `${token}\n`);
  expect([login.code, login.err]).toEqual([0, ""]);
  expect(login.out).not.toContain(token);
  expect(statSync(join(folder, "switchyard", "login.json")).mode & 0o777).toBe(0o600);
  expect((await again(["devices"], {})).out).toContain("Lamp");
  expect((await again(["logout"], {})).code).toBe(0);
  expect((await again(["devices"], {})).code).toBe(5);
});

it("publishes, waits for readers, and prints messages", async () => {
  expect(await run(["pub", "cli/a", "1", "--qos", "1", "--wait"])).toMatchObject({ code: 3 });
  const reading = begin(["sub", "cli/#", "--count", "1"]);
  await until(
    "a reader",
    async () => (await again(["pub", "cli/a", "a\u001b[2J\nb", "--qos", "1", "--wait"])).code === 0,
  );
  expect(await reading.end).toEqual({ code: 0, out: "cli/a a\\x1b[2J\\nb\n", err: "" });
  expect((await run(["pub", "cli/kept", "--retain"], user, "kept")).code).toBe(0);
  expect((await run(["sub", "cli/#", "--retained"])).out).toBe("cli/kept kept\n");
});

it("prints the reply to a request, and ends with 3 without one", async () => {
  expect(await again(["request", "cli/ask", "status"])).toEqual({
    code: 3,
    out: "",
    err: "No client subscribes to this topic, so no reply can come.\n",
  });
  const asking = begin(["request", "cli/ask", "status", "--reply-topic", "cli/out"]);
  const replies = setInterval(() => void again(["pub", "cli/out", "on"]), 500);
  onTestFinished(() => clearInterval(replies));
  expect(await asking.end).toEqual({ code: 0, out: "on\n", err: "" });
});

it("prints values, what happened, why something was refused, and documents", async () => {
  const { account, device } = setup;
  const odd = await account.newDevice("Odd\u001b]0;title\u0007 one");
  expect((await run(["devices"])).out).toContain("Odd\\x1b]0;title\\x07 one");
  await again(["pub", `devices/${odd.id}/telemetry`, '{"temperature_c":21.5}', "--qos", "1"]);
  const values = await until("a value", async () => {
    const { out } = await again(["values", odd.id]);
    return out.includes("21.5") && out;
  });
  expect(values).toMatch(/^KEY +VALUE +UNIT +AGE\ntemperature_c +21\.5 +°C +\d+ s ago\n$/);
  expect((await again(["values", odd.id, "temperature_c", "--csv"])).out).toMatch(
    /^at,value\r\n.+,21\.5\r\n$/,
  );
  expect(JSON.parse((await again(["events", "--device", device.id, "--json"])).out)).toEqual(
    (await account.call<object[]>("GET", `/v0/events/devices/on-off/?device=${device.id}&size=20`)).reverse(),
  );
  await expect(mqttLibrary({ ...place(), login: { ...setup.login, password: "wrong" } })).rejects.toThrow();
  const why = await until("a refusal", async () => {
    const { out } = await again(["why"]);
    return out.includes("Refused:") && out;
  });
  expect(why).toContain("Enter the credential's present password in the client.");
  expect((await again(["connect", "tasmota"])).out).toContain(
    `MqttPort ${inject("tcpPort")}; MqttUser switchyard`,
  );
  expect(JSON.parse((await again(["asyncapi"])).out)).toMatchObject({
    asyncapi: expect.stringMatching(/^3\./),
  });
});

const place = () => ({
  baseUrl: url,
  userId: setup.account.userId,
  version: 5 as const,
  login: setup.login,
  topic: "",
});

/** Each is an event, also of a device that is not connected. */
const order = (state: boolean) =>
  setup.account.call("POST", `/v0/devices/on-off/${setup.device.id}/switch/`, { state });

it("follows events, and misses none when the connection is cut", async () => {
  const { device } = setup;
  await order(false);
  const proxy = await openCuttableProxy(Number(new URL(url).port));
  onTestFinished(proxy.close);
  const following = begin(["events", "--follow", "--json", "--limit", "1", "--device", device.id], {
    ...user,
    SWITCHYARD_URL: proxy.address,
  });
  const types = () =>
    following.ended.out
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line).event_type);
  await until("a stored event", () => types().length === 1);
  await order(true);
  await until("an event", () => types().length === 2);
  proxy.cut();
  await order(false);
  await until("the event of the gap", () => types().length === 3);
  expect(types().slice(1)).toEqual(["turned_on", "turned_off"]);
  expect(following.ended.err).toBe("The connection is lost. Trying again …\n");
});

it("ends quietly when its reader has enough", async () => {
  await order(false);
  const piped = startProgram(
    "bash",
    ["-o", "pipefail", "-c", `"${process.execPath}" ${BIN} events --follow | head -1`],
    { XDG_CONFIG_HOME: folder, ...user },
  );
  await until("a line", () => piped.ended.out !== "");
  await order(true);
  await order(false);
  expect(await piped.end).toMatchObject({ code: 0, err: "" });
});

it("runs by its documented command in a clone, with its own options behind a subcommand", async () => {
  const [program = "", ...start] = COMMAND_IN_CLONE.split(" ");
  const { code, out } = await startProgram(program, [...start, "help", "switch"], {
    npm_config_cache: join(folder, "npm"),
  }).end;
  expect([code, out]).toEqual([0, expect.stringContaining("Usage: switchyard switch")]);
  const devices = await startProgram(program, [...start, "devices", "--help"], {
    npm_config_cache: join(folder, "npm"),
  }).end;
  expect([devices.code, devices.out]).toEqual([0, expect.stringContaining("Usage: switchyard devices")]);
});
