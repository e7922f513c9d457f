/** An account that has much: made, used and left over the API and with real clients. */

import type { MqttClient } from "mqtt";
import { controlTopic } from "../../../broker/contract/topics.ts";
import type { Device } from "../../../worker/contract/device.ts";
import type { DeviceLink, LinkedDevice } from "../../../worker/contract/device-link.ts";
import type { DeviceEvent } from "../../../worker/contract/event.ts";
import { type Account, type Login, newAccount, PASSWORD } from "../account.ts";
import { until } from "../until.ts";
import { closed, command, drop, type Home, homeOf, kept, loginOf, MQTT_3 } from "./home.ts";
import type { Kept, Person } from "./people.ts";

const OTHER_PASSWORD = "An0ther-horse!";

async function furnish(account: Account) {
  const keys: Login[] = [];
  for (const name of ["owner", "archive", "bridge"])
    keys.push({ clientId: `${(await account.newKey()).key}__${name}` });
  const light = await account.newChannel("greenhouse/light");
  const vents = await account.newChannel("greenhouse/vents");
  const gate = await account.newChannel("yard/gate");
  const attic = { name: "Attic", topic: "attic/hatch", description: "Nobody's: it leads nowhere." };
  await account.call("POST", "/v0/mqtt/channels/", attic);
  await account.newCredential("house", [light, vents]);
  const { id } = await account.newCredential("yard", [vents]);
  // its second version
  const yard = { name: "Yard", username: "yard", password: OTHER_PASSWORD, channels: [gate.id] };
  await account.call("PUT", `/v0/mqtt/credentials/${id}/`, yard);
  await account.newCredential("spare", []);
  await account.newCredential("late", []);
  const own = { auto_off: 3600, off_on_disconnect: true, command_ttl: 60 };
  const make = (body: object) => account.call<Device>("POST", "/v0/devices/on-off/", body);
  const devices = {
    lamp: await account.newDevice("Lamp", [vents, light]),
    pump: await make({ name: "Pump", ...own }),
    heater: await make({ name: "Heater", auto_off: 1 }),
    gate: await account.newDevice("Gate", [gate]),
    fan: await account.newDevice("Fan"),
    boiler: await account.newDevice("Boiler"),
    gone: await account.newDevice("Sprinkler"),
    phone: await account.newDevice("Phone"),
    idle: await make({ name: "Shutter – never seen", state: true }),
    late: await account.newDevice("Latecomer"),
  };
  return { keys, devices };
}

type Devices = Awaited<ReturnType<typeof furnish>>["devices"];

/** What the page sends, as far as the API looks at it. */
async function press({ url, account }: Home, { id }: Device, state: boolean): Promise<void> {
  const response = await fetch(new URL(`/v0/devices/on-off/${id}/switch/`, url), {
    method: "POST",
    headers: {
      authorization: `Token ${account.token}`,
      "content-type": "application/json",
      "user-agent": "Mozilla/5.0",
      origin: url,
    },
    body: JSON.stringify({ state, wait: 5 }),
  });
  if (!response.ok) throw new Error(`The press was answered ${response.status}.`);
}

/** Connected, dropped, taken over, in error; switched by the page, the API, a program and itself. */
async function lamp(home: Home, device: Device): Promise<void> {
  const { account, connect, topic } = home;
  const path = `/v0/devices/on-off/${device.id}/switch/`;
  const control = controlTopic(account.userId, device.id);
  const login = loginOf(device, "house", "lamp-1");
  const first = await connect(login);
  for (const state of [true, false]) await press(home, device, state);
  for (const state of [true, false, true]) await account.call("POST", path, { state, wait: 5 });
  await first.publishAsync(control, command("off"), { qos: 1 });
  await first.publishAsync(topic("elsewhere"), "no", { qos: 1 }).catch(() => {});
  await drop(first);
  await account.untilEvent(device.id, "disconnected");
  await account.switchDevice(device, "on");
  const second = await connect(login, MQTT_3);
  const over = closed(second);
  const third = await connect(login);
  await over;
  await third.endAsync();
  await account.untilEvent(device.id, "disconnected", 3);
}

/** Switched by their own settings. */
async function byThemselves({ account, connect }: Home, { pump, heater }: Devices): Promise<void> {
  const on = { state: true, wait: 5 };
  const client = await connect(loginOf(pump, "house", "pump-1"), MQTT_3);
  await account.call("POST", `/v0/devices/on-off/${pump.id}/switch/`, on);
  await drop(client);
  await account.untilEvent(pump.id, "turned_off");
  await account.call("POST", `/v0/devices/on-off/${heater.id}/switch/`, { ...on, wait: 0 });
  await account.untilEvent(heater.id, "turned_off");
}

/** More commands than are told one by one; the last of them is "on". */
async function burst(
  { account }: Home,
  program: MqttClient,
  device: Device,
  commands: number,
): Promise<void> {
  const control = controlTopic(account.userId, device.id);
  for (let left = commands; left > 0; left--)
    await program.publishAsync(control, command(left % 2 ? "on" : "off"), { qos: 1 });
  const events = `/v0/events/devices/on-off/?size=1&device=${device.id}`;
  const sum = async () => (await account.call<DeviceEvent[]>("GET", events)).find(({ count }) => count > 1);
  await until("the sum", sum, 30_000);
}

/** Renamed, deleted, and one that a phone was for a while. */
async function changes({ account, connect }: Home, { boiler, gone, phone }: Devices): Promise<void> {
  for (let left = 10; left > 0; left--) await account.switchDevice(boiler, left % 2 ? "off" : "on");
  await account.call("PUT", `/v0/devices/on-off/${boiler.id}/`, { name: "Boiler in the cellar" });
  const client = await connect(loginOf(gone, "house", "sprinkler-1"));
  await account.switchDevice(gone, "on");
  await client.endAsync();
  await account.untilEvent(gone.id, "disconnected");
  await account.call("DELETE", `/v0/devices/on-off/${gone.id}/`);
  const { token } = await account.call<DeviceLink>("POST", `/v0/devices/on-off/${phone.id}/link/`);
  const { username, password } = await account.call<LinkedDevice>("POST", "/v0/device-link/", { token });
  const held = await connect({ clientId: "phone-1", username, password });
  await held.publishAsync(controlTopic(account.userId, phone.id), command("on"), { qos: 1 });
  await held.endAsync();
  await account.untilEvent(phone.id, "disconnected");
}

/** A login with a wrong password, a topic and a filter that are somebody else's. */
async function refusals({ connect, topic }: Home): Promise<void> {
  const house = { clientId: "board", username: "house" };
  await connect({ ...house, password: "guessed" }).catch(() => {});
  const board = await connect({ ...house, password: PASSWORD });
  await board.publishAsync(topic("yard/gate"), "open", { qos: 1 }).catch(() => {});
  await board.subscribeAsync(topic("attic/hatch"), { qos: 1 }).catch(() => {});
  await board.endAsync();
}

/** Sessions that wait for their clients, each with what was said meanwhile. */
async function keep(
  { account, connect, topic }: Home,
  archive: Login,
  program: MqttClient,
  gate: Device,
): Promise<Kept[]> {
  const panel = { clientId: "panel", username: "house", password: PASSWORD };
  const gateLogin = loginOf(gate, "yard", "gate-1", OTHER_PASSWORD);
  const reader = await connect(archive, kept(5));
  await reader.subscribeAsync(topic("greenhouse/#"), { qos: 2 });
  await reader.endAsync();
  const old = await connect(panel, kept(4));
  await old.subscribeAsync(topic("greenhouse/light"), { qos: 1 });
  await old.endAsync();
  const device = await connect(gateLogin, kept(5));
  // it has taken its last command: an old one would be given to it only for a while
  await account.call("POST", `/v0/devices/on-off/${gate.id}/switch/`, { state: true, wait: 5 });
  await device.endAsync();
  await program.publishAsync(topic("greenhouse/light"), "dim", { qos: 1 });
  await program.publishAsync(topic("greenhouse/vents"), "half open", { qos: 2 });
  await program.publishAsync(topic("greenhouse/light"), "bright", { qos: 1 });
  await program.publishAsync(topic("yard/gate"), "left open", { qos: 1 });
  const [light, vents] = [topic("greenhouse/light"), topic("greenhouse/vents")];
  return [
    { version: 5, login: archive, waiting: [`${light} dim`, `${vents} half open`, `${light} bright`] },
    { version: 4, login: panel, waiting: [`${light} dim`, `${light} bright`] },
    { version: 5, login: gateLogin, waiting: [`${topic("yard/gate")} left open`] },
  ];
}

/** What `leaveUnsent` takes for its own: the fan's sum, and whatever this device did. */
async function comeLate({ account, connect }: Home, device: Device): Promise<void> {
  const client = await connect(loginOf(device, "late", "late-1"));
  await account.switchDevice(device, "on");
  await client.endAsync();
  // events come in their order: now all of them are there
  await account.untilEvent(device.id, "disconnected");
}

export async function liveInGreenhouse(url: string): Promise<Person> {
  const account = await newAccount(url);
  const home = homeOf(url, account);
  const { userId, email } = account;
  await account.call("PUT", "/v0/users/", { first_name: "Ada", last_name: "Grün", email });
  const { keys, devices } = await furnish(account);
  const [owner, archive, bridge] = keys as [Login, Login, Login];
  const program = await home.connect(owner);
  await lamp(home, devices.lamp);
  await byThemselves(home, devices);
  await changes(home, devices);
  await refusals(home);
  await burst(home, program, devices.gate, 60);
  const retained = [`${home.topic("yard/notes")} water the roses`, `${home.topic("house/mode")} away`];
  for (const [topic = "", payload = ""] of retained.map((each) => each.split(/ (.*)/)))
    await program.publishAsync(topic, payload, { qos: 1, retain: true });
  const waiting = await keep(home, archive, program, devices.gate);
  await burst(home, program, devices.fan, 40);
  await program.endAsync();
  await comeLate(home, devices.late);
  const credential = (username: string, password = PASSWORD) => ({
    clientId: `by-${username}`,
    username,
    password,
  });
  return {
    userId,
    email,
    logins: {
      "an API key": owner,
      "another API key": bridge,
      "a credential": credential("house"),
      "a credential with its second password": credential("yard", OTHER_PASSWORD),
      "a credential that was never used": credential("spare"),
      "a device": loginOf(devices.lamp, "house", "lamp-1"),
      "a device by another credential": loginOf(devices.boiler, "yard", "boiler-1", OTHER_PASSWORD),
      "a device that never connected": loginOf(devices.idle, "spare", "idle-1"),
    },
    devices: Object.fromEntries(Object.entries(devices).map(([name, { id }]) => [name, id])),
    kept: waiting,
    retained,
  };
}
