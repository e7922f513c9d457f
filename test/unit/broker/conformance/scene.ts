/** An account with a reader and a writer, for one version and one profile. */

import { env } from "cloudflare:workers";
import { expect, onTestFailed } from "vitest";
import type { ProfileName, View } from "../../../../broker/contract/grants.ts";
import type { BrokerLimits } from "../../../../broker/contract/limits.ts";
import {
  acknowledge,
  bytes,
  type ConnectOptions,
  type Part,
  type PublishOptions,
  packet,
  publish,
  subscribe,
  text,
  u16,
  u32,
  type Version,
} from "../../../support/packet-bytes.ts";
import { Account, type Person, useLimits as setLimits } from "../support/account.ts";
import { type Login, Wire } from "./wire.ts";

export type { ProfileName };

/** Every combination of version and profile. */
export const EVERYWHERE = [
  [4, "classic"],
  [4, "full"],
  [5, "classic"],
  [5, "full"],
] as const;

/** CONNECT options of a session that outlives its connection. */
export const keptSession = (version: Version, seconds = 600, ...more: Part[]): ConnectOptions =>
  version !== 5 ? { clean: false } : { clean: false, properties: [0x11, u32(seconds), ...more] };

export const suback = (version: Version, packetId: number, ...codes: number[]): Uint8Array =>
  packet(0x90, u16(packetId), ...(version === 5 ? [0] : []), ...codes);
export const unsuback = (version: Version, packetId: number, ...codes: number[]): Uint8Array =>
  version === 5 ? packet(0xb0, u16(packetId), 0, ...codes) : packet(0xb0, u16(packetId));
/** 3.1.1 has no reason code. */
export const puback = (version: Version, packetId: number, reason = 0): Uint8Array =>
  version !== 5 || reason === 0 ? acknowledge("puback", packetId) : acknowledge("puback", packetId, reason);
/** A client's DISCONNECT. */
export const disconnectPacket = (version: Version, ...reason: Part[]): Uint8Array =>
  version !== 5 ? bytes("e000") : packet(0xe0, ...reason);

/** `VIEW=root` fixes the view, which is random otherwise. */
const given = env as unknown as { VIEW: string };
const drawn = (): View =>
  given.VIEW === "" ? (Math.random() < 0.5 ? "root" : "account") : (given.VIEW as View);

export class Scene {
  readonly account = new Account();
  /** View of topics. Both must meet the standards, so each scene picks one at random. */
  readonly view = drawn();
  readonly key = this.account.apiKey();
  readonly version: Version;

  constructor(version: Version, profile: ProfileName = "full", limits: Partial<BrokerLimits> = {}) {
    this.version = version;
    setLimits(limits);
    this.account.profile = profile;
    onTestFailed(() => console.info(`VIEW=${this.view}`));
  }

  /** The topic in the clients' view. */
  topic = (name: string): string => (this.view === "root" ? name : this.account.topic(name));
  /** A client with an API key, which permits everything in its account. */
  apiKey = (suffix: string = crypto.randomUUID()): Login =>
    this.view === "root"
      ? { clientId: suffix, username: "", password: this.key.key }
      : { clientId: this.key.clientId(suffix) };
  /** A client whose credential has these channels. */
  credential(...channels: string[]): Person {
    const person = this.account.credential(...channels);
    person.login.row = { view: this.view };
    return person;
  }

  enter = (options: ConnectOptions = {}, who: Login = this.apiKey(), version = this.version) =>
    Wire.enter(this.account, who, version, options);

  async reader(name: string, options = 1, connect: ConnectOptions = {}, who: Login = this.apiKey()) {
    const wire = await this.enter(connect, who);
    await this.subscribe(wire, name, options);
    return wire;
  }

  async subscribe(wire: Wire, name: string, options = 1, ...props: Part[]): Promise<void> {
    const filters: [string, number][] = [[this.filter(name), options]];
    wire.send(subscribe(wire.version, { packetId: 99, filters, properties: props }));
    const answer = await wire.next();
    expect(answer[0]).toBe(0x90);
    expect(answer.at(-1)).toBeLessThan(3);
  }

  filter = (name: string): string => {
    const [, group, inner] = /^\$share\/([^/]+)\/(.*)$/.exec(name) ?? [];
    return group === undefined || inner === undefined
      ? this.topic(name)
      : `$share/${group}/${this.topic(inner)}`;
  };

  /** A PUBLISH from client or broker. */
  message = (name: string, options: Omit<PublishOptions, "topic"> = {}): Uint8Array =>
    publish(this.version, { topic: this.topic(name), ...options });

  /** Publishes and waits for the acknowledgement or a ping. */
  async publish(wire: Wire, name: string, options: Omit<PublishOptions, "topic"> = {}): Promise<void> {
    const { qos = 0, packetId = 1 } = options;
    wire.send(publish(wire.version, { topic: this.topic(name), ...options }));
    if (qos === 0) await wire.silent();
    else if (qos === 1) await wire.getsWithWords(0x40, packetId >> 8, packetId & 0xff);
    else {
      await wire.getsWithWords(0x50, packetId >> 8, packetId & 0xff);
      wire.send(acknowledge("pubrel", packetId));
      await wire.gets(acknowledge("pubcomp", packetId));
    }
  }
}

export const pair = async (scene: Scene, ...asked: Parameters<Scene["reader"]>) => ({
  scene,
  reader: await scene.reader(...asked),
  writer: await scene.enter(),
});

export { acknowledge, bytes, type Part, publish, subscribe, text, u16, u32, type Version };

/** Splits the properties of a packet whose property length fits in one byte. */
const split = (content: Uint8Array): { id: number; value: Uint8Array }[] => {
  const sizes: Record<number, number> = { 33: 2, 34: 2, 19: 2, 35: 2, 39: 4, 17: 4, 2: 4 };
  const out: { id: number; value: Uint8Array }[] = [];
  for (let at = 0; at < content.length; ) {
    const id = content[at] as number;
    const isText = id === 0x12 || id === 0x1f || id === 0x15 || id === 0x1a || id === 0x1c;
    const size = isText
      ? 2 + (((content[at + 1] as number) << 8) | (content[at + 2] as number))
      : (sizes[id] ?? 1);
    out.push({ id, value: content.subarray(at + 1, at + 1 + size) });
    at += 1 + size;
  }
  return out;
};

/** The properties of a CONNACK by number, each value in hex. */
export function connackProperties(connack: Uint8Array): Map<number, string> {
  const long = (connack[1] as number) >= 0x80 ? 1 : 0;
  const at = 4 + long + ((connack[4 + long] as number) >= 0x80 ? 2 : 1);
  return new Map(
    split(connack.subarray(at)).map(({ id, value }) => [id, Buffer.from(value).toString("hex")]),
  );
}
