/** What the worker asks of the account: who is connected, what was a device told, switch it. */

import type { Connection } from "../connection.ts";
import type { LiveClient, PastConnection, Presence, Refusal, SwitchOutcome } from "../contract/account.ts";
import type { SwitchState } from "../contract/control.ts";
import type { Actor } from "../contract/device-events.ts";
import { withoutKeys } from "../contract/hidden.ts";
import type { Drain } from "../events/drain.ts";
import type { Client } from "../protocol/session.ts";
import type { Switchboard } from "./switchboard.ts";

/** Somebody waits until a device has taken its command. */
interface Waiting {
  deviceId: string;
  acceptedAt: number;
  done: () => void;
}

export class Desk {
  #board: Switchboard;
  #drain: Drain;
  #waiting = new Set<Waiting>();

  constructor(board: Switchboard, drain: Drain) {
    this.#board = board;
    this.#drain = drain;
  }

  clients(): LiveClient[] {
    const live: LiveClient[] = [];
    for (const connection of this.#board.bySession.values()) {
      if (connection.client !== null) live.push(this.#live(connection, connection.client));
    }
    return live;
  }

  #live(connection: Connection, client: Client): LiveClient {
    const { id: connectionId, traffic, lastSeen } = connection;
    const { country, colo, browser } = connection.edge;
    const { kind, id, shownClientId: clientId, version: protocol, since } = client;
    const subscriptions = this.#board.router.filters(client.sessionId).map(withoutKeys);
    return {
      connectionId,
      kind,
      id,
      clientId,
      protocol,
      since,
      lastSeen,
      country,
      colo,
      browser,
      ...traffic,
      subscriptions,
    };
  }

  presence(deviceId: string): Presence {
    const clients = this.clients()
      .filter(({ kind, id }) => kind === "device" && id === deviceId)
      .sort((a, b) => a.since - b.since);
    return { clients, command: this.#board.store.switches.get(deviceId)?.command ?? null };
  }

  refusals(): Refusal[] {
    return this.#board.store.refusals.all();
  }

  connections(deviceId: string, from: number): PastConnection[] {
    return this.#board.store.visits.of(deviceId, from);
  }

  async switchDevice(
    deviceId: string,
    state: SwitchState,
    how: { actor: Actor; wait: number },
  ): Promise<SwitchOutcome> {
    const { store, commander } = this.#board;
    if (!this.#board.turn(() => commander.order(deviceId, state, how.actor)))
      throw new Error("The switch failed.");
    const acceptedAt = store.switches.get(deviceId)?.command?.acceptedAt ?? this.#board.now;
    const taken = this.#taken(deviceId, acceptedAt, how.wait * 1000);
    const recorded = await this.#recorded(deviceId, acceptedAt);
    await taken;
    return {
      recorded,
      acceptedAt,
      deliveredAt: this.#deliveredAt(deviceId, acceptedAt),
      connected: store.sessions.liveOfDevice(deviceId) > 0,
    };
  }

  /** Whether its state stands in the database, and so does its event, unless that is summed. */
  async #recorded(deviceId: string, acceptedAt: number): Promise<boolean> {
    // a run that was under way may have read its last rows before this one was written
    return (await this.#sent(deviceId, acceptedAt)) || this.#sent(deviceId, acceptedAt);
  }

  async #sent(deviceId: string, acceptedAt: number): Promise<boolean> {
    const { outbox, sums } = this.#board.store;
    const written = outbox.last();
    await this.#drain.run(true);
    return (written === null || this.#drain.arrived(written)) && sums.isTold(deviceId, acceptedAt);
  }

  #deliveredAt(deviceId: string, acceptedAt: number): number | null {
    const command = this.#board.store.switches.get(deviceId)?.command;
    return command?.acceptedAt === acceptedAt ? command.deliveredAt : null;
  }

  /** Resolves when the command was taken, when another replaced it, or when there is no more time. */
  #taken(deviceId: string, acceptedAt: number, milliseconds: number): Promise<void> {
    // Nobody is there to take it: the answer says so at once.
    if (milliseconds <= 0 || this.#board.store.sessions.liveOfDevice(deviceId) === 0)
      return Promise.resolve();
    return new Promise((resolve) => {
      const waiting: Waiting = {
        deviceId,
        acceptedAt,
        done: () => {
          clearTimeout(timer);
          this.#waiting.delete(waiting);
          resolve();
        },
      };
      const timer = setTimeout(waiting.done, milliseconds);
      this.#waiting.add(waiting);
    });
  }

  /** A turn has ended: some may have what they wait for. */
  look(): void {
    for (const { deviceId, acceptedAt, done } of this.#waiting) {
      const command = this.#board.store.switches.get(deviceId)?.command;
      if (command?.acceptedAt !== acceptedAt || command.deliveredAt !== null) done();
    }
  }
}
