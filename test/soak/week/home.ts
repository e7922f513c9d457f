/** An account with devices, and the client of each device. */

import mqtt, { type Packet } from "mqtt-packet";
import type { Client } from "../../unit/broker/support/client.ts";
import { type Account, accountOf, newAccount } from "../../unit/worker/api/client.ts";
import {
  useLowHashCost as lowHashCost,
  useRealHashCost as realHashCost,
} from "../../unit/worker/hash-cost.ts";
import type { Stub } from "./clock.ts";
import { restore, storedHome } from "./release.ts";
import type { Service } from "./service.ts";

/** Values of one message. */
export const VALUES = 3;

interface DeviceLogin {
  id: string;
  username: string;
  password: string;
  channel: string;
}

export class HomeDevice {
  readonly #service: Service;
  readonly #userId: string;
  readonly #login: DeviceLogin;
  #client: Client | null = null;
  #pings = 0;
  /** Each command in the order of arrival. */
  readonly commands: string[] = [];
  /** Messages with values. */
  measured = 0;
  /** How often it connected. */
  connects = 0;
  /** It is connected, but sends no values. */
  isSilent = false;
  temperature = 20;

  constructor(service: Service, userId: string, login: DeviceLogin) {
    this.#service = service;
    this.#userId = userId;
    this.#login = login;
  }

  get id(): string {
    return this.#login.id;
  }

  #topic(name: string): string {
    return `${this.#userId}/${name}`;
  }

  async connect(): Promise<void> {
    const { id, username, password } = this.#login;
    const login = { clientId: id, username: `${id}:${username}`, password };
    const { client, code } = await this.#service.connect(this.#userId, login);
    if (code !== 0) throw new Error(`a device was refused: ${code}`);
    this.#client = client;
    this.connects++;
  }

  /** With a DISCONNECT, or without. */
  async leave(how: "leave" | "lose"): Promise<void> {
    await this.#client?.[how]();
    this.#client = null;
    this.#pings = 0;
  }

  /** Sends values at QoS 0 in one frame with a ping, whose answer shows that they were processed. */
  measure(): void {
    const client = this.#client;
    if (client === null) return;
    const packets: Packet[] = [{ cmd: "pingreq" }];
    if (!this.isSilent) {
      this.measured++;
      const wave = Math.sin(this.measured / 100);
      const temperature = Number((this.temperature + wave).toFixed(1));
      const values = { temperature, humidity: Math.round(50 + 10 * wave), power: 100 + (this.measured % 7) };
      const topic = this.#topic(`devices/${this.id}/telemetry`);
      const publish = {
        cmd: "publish",
        topic,
        payload: JSON.stringify(values),
        qos: 0,
        retain: false,
        dup: false,
      } as const;
      packets.unshift(publish);
    }
    client.bytes(Buffer.concat(packets.map((packet) => mqtt.generate(packet))));
    this.#pings++;
  }

  #ping(client: Client): void {
    client.send({ cmd: "pingreq" });
    this.#pings++;
  }

  retain(): void {
    this.#client?.publish(this.#topic(this.#login.channel), `state ${this.measured}`, { retain: true });
  }

  /** Values of the past at QoS 1, as of a device that was offline. */
  async sendLate(times: readonly number[]): Promise<void> {
    for (const ts of times) {
      const values = JSON.stringify({ ts, late: Math.round(ts / 3_600_000) % 50 });
      await this.#client?.publishQos1(this.#topic(`devices/${this.id}/telemetry`), values);
    }
  }

  /** Waits until everything sent was processed, and acknowledges commands. */
  async settle(): Promise<void> {
    const client = this.#client;
    if (client === null) return;
    for (;;) {
      if (this.#pings === 0) this.#ping(client);
      await client.until(() => client.received.filter(isPong).length >= this.#pings, "no pingresp");
      this.#pings = 0;
      const commands = client.received.splice(0).flatMap((each) => (each.cmd === "publish" ? [each] : []));
      for (const { payload, messageId } of commands) {
        this.commands.push(String(payload));
        client.send({ cmd: "puback", messageId: messageId ?? 0 });
      }
      if (commands.length === 0) return;
    }
  }
}

const isPong = ({ cmd }: Packet): boolean => cmd === "pingresp";

export class Home {
  readonly devices: HomeDevice[] = [];
  readonly owner: Account;
  readonly stub: Stub;
  readonly #service: Service;

  private constructor(service: Service, owner: Omit<Account, "call">) {
    this.#service = service;
    this.owner = accountOf(owner, service.call);
    this.stub = service.stub(owner.id);
  }

  static async with(service: Service, devices: number): Promise<Home> {
    const home = new Home(service, await newAccount(service.call));
    await home.make("POST /v0/api-keys/");
    for (let n = 0; n < devices; n++) await home.#add(n);
    for (const device of home.devices) await device.connect();
    return home;
  }

  /** The account of an earlier release, with its first device. */
  static async ofRelease(service: Service): Promise<Home> {
    const { userId, email, logins } = storedHome;
    // the fixture's owner has it, too
    const { username: user, password } = logins["a device"];
    await restore(service.stub(userId));
    // its password was hashed at the real cost
    realHashCost();
    const { body } = await service.call("POST /v0/login/", { email, password });
    lowHashCost();
    const home = new Home(service, { id: userId, email, token: body.data.token });
    const [id = "", username = ""] = user.split(":");
    const login = { id, username, password, channel: "workshop/lamp" };
    home.devices.push(new HomeDevice(service, userId, login));
    for (const device of home.devices) await device.connect();
    return home;
  }

  /** Makes a call of the owner, and returns its body. */
  // biome-ignore lint/suspicious/noExplicitAny: each noun has its own fields
  async make(line: string, body?: unknown): Promise<any> {
    const answer = await this.owner.call(line, body);
    if (answer.status >= 300) throw new Error(`${line}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  async #add(n: number): Promise<void> {
    const channel = `home/${n}`;
    const { id: channelId } = await this.make("POST /v0/mqtt/channels/", { name: channel, topic: channel });
    const { id } = await this.make("POST /v0/devices/on-off/", { name: `Device ${n}` });
    const login = { username: `board-${n}`, password: `secret-${n}` };
    await this.make("POST /v0/mqtt/credentials/", { name: `Board ${n}`, channels: [channelId], ...login });
    this.devices.push(new HomeDevice(this.#service, this.owner.id, { id, channel, ...login }));
  }

  settle = () => Promise.all(this.devices.map((device) => device.settle()));
}
