/** One account whose clients race, and its history. */

import { runDurableObjectAlarm } from "cloudflare:test";
import { vi } from "vitest";
import { Account, nap } from "../support/account.ts";
import { Client, eventually } from "../support/client.ts";
import { History, type QoS, type Rights } from "./history.ts";
import { type Manner, type Place, Racer, SHORT } from "./racer.ts";

export const TOPICS = ["a", "b/c", "s"] as const;

export type Step =
  | { do: "publish"; topic: string; qos: QoS; retain: boolean }
  | { do: "subscribe" | "unsubscribe"; filter: string; qos: QoS };

/** What one connection does. `pauses`: turns of the event loop before CONNECT and before each step. */
export interface Script extends Manner {
  seat: number;
  waits: boolean;
  steps: { pause: number; step: Step }[];
  pause: number;
  leaves: "stays" | "cut" | "disconnect" | "quit";
}

export interface Change {
  login: number;
  topics: string[];
  revoked: boolean;
  pause: number;
}

export interface Round {
  scripts: Script[];
  change: Change | null;
  /** The clock goes forward after these turns of the event loop. */
  leap: number | null;
  naps: boolean;
}

/** Logins: an API key, a credential in MQTT 5, and one in 3.1.1. Each has two client ids. */
const LOGINS = [
  { name: "the key", version: 5 },
  { name: "the writer", version: 5 },
  { name: "the old one", version: 4 },
] as const;

const turns = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n++) await new Promise((go) => setTimeout(go, 0));
};

export class RaceWorld {
  readonly history = new History();
  readonly #home = new Account();
  readonly #places: Place[] = [];
  readonly #racers: Racer[] = [];

  constructor() {
    const key = this.#home.apiKey();
    for (const [login, { name, version }] of LOGINS.entries()) {
      const person = login === 0 ? null : this.#home.credential(...TOPICS);
      const rights: Rights = {
        kind: login === 0 ? "api-key" : "credential",
        account: this.#home.userId,
        topics: [...TOPICS],
        deviceTopics: [],
        control: null,
        revoked: false,
      };
      this.history.reigns.push([{ rights, from: 0, to: Number.POSITIVE_INFINITY }]);
      for (const which of ["one", "two"]) {
        const seat = this.history.seats.length;
        this.history.seats.push({ name: `${name} ${which}`, login, group: seat % 2 === 0 ? "even" : "odd" });
        const clientId = login === 0 ? key.clientId(which) : which;
        this.#places.push({ seat, version, clientId, person, nextId: 1, open: new Map() });
      }
    }
  }

  async #enter(seat: number, manner: Manner): Promise<Racer> {
    const place = this.#places[seat] as Place;
    const client = await Client.open(this.#home, place.version);
    const racer = new Racer(this.#home, this.history, place, manner, client);
    this.#racers.push(racer);
    return racer;
  }

  async #play(script: Script): Promise<void> {
    await turns(script.pause);
    const racer = await this.#enter(script.seat, script);
    if (script.waits) await racer.answered();
    const { group } = this.history.seats[script.seat] as History["seats"][number];
    for (const { pause, step } of script.steps) {
      await turns(pause);
      if (step.do === "publish") racer.publish(step.topic, step.qos, step.retain);
      else racer.subscribe(step.filter.replace("{group}", group), step.do === "subscribe", step.qos);
    }
    await racer.answered();
    if (script.leaves !== "stays") await racer.leave(script.leaves);
  }

  async #change({ login, topics, revoked, pause }: Change): Promise<void> {
    await turns(pause);
    const { person } = this.#places[login * 2] as Place;
    const reigns = this.history.reigns[login] as History["reigns"][number];
    const last = reigns.at(-1) as History["reigns"][number][number];
    if (person === null || last.rights.revoked) return;
    const rights = { ...last.rights, topics, revoked };
    reigns.push({ rights, from: this.history.now(), to: Number.POSITIVE_INFINITY });
    const { login: row } = person;
    await this.#home.change(() => {
      if (revoked) this.#home.remove(person);
      else row.principal = { ...row.principal, topics: topics.map(this.#home.topic) } as typeof row.principal;
    });
    last.to = this.history.now();
  }

  /** Short sessions and delays end, whether the alarm or a CONNECT comes first. */
  async #leap(pause: number): Promise<void> {
    await turns(pause);
    const leap = { from: this.history.now(), to: Number.POSITIVE_INFINITY };
    this.history.leaps.push(leap);
    vi.setSystemTime(Date.now() + 2 * SHORT * 1000);
    await runDurableObjectAlarm(this.#home.stub as never);
    leap.to = this.history.now();
  }

  async play({ scripts, change, leap, naps }: Round): Promise<void> {
    const all = scripts.map((script) => this.#play(script));
    if (change !== null) all.push(this.#change(change));
    if (leap !== null) all.push(this.#leap(leap));
    await Promise.all(all);
    await this.settle();
    if (naps) await nap(this.#home);
  }

  /** Waits until nothing is under way. */
  async settle(): Promise<void> {
    const quiet = async (): Promise<void> => {
      const heard = () => this.#racers.reduce((sum, racer) => sum + racer.heard, 0);
      for (let rounds = 0, before = -1; rounds < 2 || heard() > before; rounds++) {
        before = heard();
        await Promise.all(this.#racers.filter((racer) => racer.isOpen).map((racer) => racer.ping()));
      }
    };
    await quiet();
    const counts = async () => {
      const clients = await this.#home.ask((calls) => calls.clients.clients());
      return [clients.length, this.#open().length];
    };
    await eventually(counts, ([there, here]) => there === here);
    await quiet();
    const open = this.#open().map((racer) => racer.connection);
    this.history.settle(new Set(open));
    for (const { seat, name } of open) {
      if (open.filter((each) => each.seat === seat).length > 1)
        throw new Error(`${name} is not the only one`);
    }
  }

  #open = (): Racer[] => this.#racers.filter((racer) => racer.isOpen);

  /** Each session is resumed by a connection that acknowledges all; then retained messages are read. */
  async reap(): Promise<Map<string, string>> {
    this.history.reaped = this.history.now();
    const manner: Manner = {
      clean: false,
      kept: true,
      isShort: false,
      acknowledges: "all",
      completes: true,
      window: 20,
      will: null,
    };
    for (const { seat } of this.#places) await (await this.#enter(seat, manner)).answered();
    await this.settle();
    const reader = await Client.connect(this.#home, { clientId: this.#home.apiKey().clientId() });
    await reader.subscribe(`${this.#home.userId}/#`, 1);
    const kept = new Map<string, string>();
    for (const packet of await reader.all()) {
      if (packet.cmd === "publish")
        kept.set(packet.topic.slice(this.#home.userId.length + 1), String(packet.payload));
    }
    return kept;
  }

  end(): void {
    for (const racer of this.#racers) racer.end();
  }
}
