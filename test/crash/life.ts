/** One life of the product: clients connect and work until the product is killed. */

import type { MqttClient } from "mqtt";
import { brokerUrl } from "../support/device-process.ts";
import { until } from "../support/until.ts";
import { refreshApp } from "./apps.ts";
import { type CampaignClients, grantAccess, LEVELS } from "./clients.ts";
import { changeClimates, machines } from "./climates.ts";
import type { History } from "./history.ts";
import { fillAndEmpty, fillHistory } from "./kept-messages.ts";
import { causeNotices } from "./notices.ts";
import { connectGate, giveOrders } from "./orders.ts";
import { plug } from "./plug.ts";
import { gauge } from "./samples.ts";
import { planSchedules } from "./schedules.ts";
import { type BrokerAddress, device, keptSession, publisher, reader } from "./swarm.ts";
import { makeAndDeleteTokens, postMessages, tokenSceneOf } from "./tokens.ts";

/** Lives between two connections of a mostly offline session. */
const SELDOM = 4;

export interface Campaign {
  url: string;
  cast: CampaignClients;
  history: History;
  made: number;
  connections: Map<string, number>;
}

/** The clients of one life; `cut` ends the rest after the kill. */
export class Life {
  readonly #campaign: Campaign;
  readonly #clients: MqttClient[] = [];
  #over = false;
  #barredSince: number | null = null;
  readonly #work: Promise<unknown>[] = [];

  constructor(campaign: Campaign) {
    this.#campaign = campaign;
  }

  #place(name: string): BrokerAddress {
    const { url, cast, history, connections } = this.#campaign;
    const connection = (connections.get(name) ?? 0) + 1;
    connections.set(name, connection);
    return { url: brokerUrl(url, cast.account.userId), history, connection };
  }

  async #join(client: Promise<MqttClient>): Promise<void> {
    const joined = await client;
    this.#clients.push(joined);
    if (this.#over) joined.end(true);
  }

  /** Failures are expected only through the crash. */
  #start(work: Promise<unknown>): void {
    this.#work.push(
      work.catch((error: unknown) => {
        if (!this.#over) this.failures.push(String(error));
      }),
    );
  }
  readonly failures: string[] = [];

  async keptSessions(all: boolean): Promise<void> {
    const { cast } = this.#campaign;
    const { open, barred } = cast.topics;
    const everything = `${cast.account.userId}/#`;
    const joins = [
      this.#join(keptSession(this.#place("always"), "always", cast.key("always"), [everything], 5)),
    ];
    if (all)
      joins.push(this.#join(keptSession(this.#place("seldom"), "seldom", cast.steady, [open, barred], 4)));
    await Promise.all(joins);
  }

  async plug(): Promise<void> {
    const { login } = this.#campaign.cast.scheduled.found;
    await this.#join(plug(this.#place("plug"), login));
  }

  async machines(): Promise<void> {
    const { url, cast, history } = this.#campaign;
    const connected = await machines(url, cast.climates, history);
    await Promise.all(connected.map((client) => this.#join(Promise.resolve(client))));
  }

  async gate(): Promise<void> {
    const { url, cast, history } = this.#campaign;
    await this.#join(connectGate(url, cast.gate, history));
  }

  begin(number: number): void {
    const { url, cast, history } = this.#campaign;
    this.#start(this.gate());
    this.#start(giveOrders(url, cast.gate, history, this.#isOver));
    this.#start(this.machines());
    const join = (client: MqttClient) => this.#join(Promise.resolve(client));
    this.#start(changeClimates(url, cast.climates, history, { isOver: this.#isOver, join }));
    this.#start(causeNotices(cast.account, cast.watched, history, this.#isOver));
    this.#start(this.keptSessions(number % SELDOM === 0));
    const [first, second, restless] = cast.devices;
    for (const each of [first, second]) {
      if (each === undefined) continue;
      this.#start(this.#join(device(this.#place(each.deviceId), each.deviceId, each.login, each.version)));
      this.#start(this.#switch(each.deviceId, each.control));
    }
    if (restless !== undefined) this.#start(this.#comeAndGo(restless));
    this.#start(this.#publish("loud", cast.topics.open, 5));
    this.#start(this.#publish("quiet", cast.topics.barred, 4));
    const house = tokenSceneOf(this.#campaign);
    this.#start(postMessages(house, () => this.#id("http"), this.#isOver));
    this.#start(makeAndDeleteTokens(house, () => this.#id("token"), this.#isOver));
    this.#start(refreshApp({ url, account: cast.account, history }, this.#isOver));
    this.#start(this.#measure());
    const past = { isOver: this.#isOver, join, id: () => this.#id("past") };
    this.#start(fillHistory(url, cast.past, history, past));
    this.#start(fillAndEmpty(url, cast.past, past));
    this.#start(this.#bar());
    this.#start(this.plug());
    const { own, found } = cast.scheduled;
    for (const { path } of [own, found]) this.#start(planSchedules(cast.account, path, this.#isOver));
  }

  #isOver = (): boolean => this.#over;

  #id = (publisherName: string): string => `${publisherName}-${++this.#campaign.made}`;

  async #publish(name: string, topic: string, version: 4 | 5): Promise<void> {
    const next = () => ({ id: this.#id(name), publisher: name, topic });
    const login = this.#campaign.cast.key(name);
    await this.#join(publisher(this.#place(name), login, version, next));
  }

  async #measure(): Promise<void> {
    const { cast } = this.#campaign;
    const next = () => ++this.#campaign.made;
    await this.#join(gauge(this.#place("gauge"), cast.key("gauge"), cast.measuring.topic, next));
  }

  async #switch(deviceId: string, topic: string): Promise<void> {
    let on = false;
    const name = `switch-${deviceId}`;
    const next = () => {
      on = !on;
      const command = { state: on ? "on" : "off", level: (this.#campaign.made + 1) % LEVELS } as const;
      return { id: this.#id("switch"), publisher: name, topic, deviceId, ...command };
    };
    const login = this.#campaign.cast.key(name);
    await this.#join(publisher(this.#place(name), login, 5, next, 1));
  }

  async #comeAndGo({ deviceId, login, version }: CampaignClients["devices"][number]): Promise<void> {
    for (let times = 0; !this.#over; times++) {
      const client = await device(this.#place(deviceId), deviceId, login, version);
      if (times % 2 === 0) await client.endAsync();
      else client.stream.destroy();
    }
  }

  async #bar(): Promise<void> {
    const { cast, history } = this.#campaign;
    await grantAccess(cast, true);
    await this.#join(reader(this.#place("barred"), "barred", cast.barred, cast.topics.barred));
    while (!this.#over) {
      await grantAccess(cast, false);
      this.#barredSince = Date.now();
      const sent = history.sent.length;
      await until("messages meanwhile", () => this.#over || history.sent.length > sent + 50);
      this.#unbarred();
      await grantAccess(cast, true);
    }
  }

  #unbarred(): void {
    const { history, cast } = this.#campaign;
    if (this.#barredSince === null) return;
    const { barred: topic } = cast.topics;
    history.barred.push({ session: "barred", topic, from: this.#barredSince, to: Date.now() });
    this.#barredSince = null;
  }

  /** From now on failures are expected. */
  expectTheEnd(): void {
    this.#over = true;
    this.#unbarred();
  }

  async cut(): Promise<void> {
    this.#over = true;
    for (const client of this.#clients) client.end(true);
    await Promise.all(this.#work);
    for (const client of this.#clients) client.end(true);
  }

  async leave(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.endAsync()));
  }
}
