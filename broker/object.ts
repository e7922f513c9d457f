/** The Durable Object of an account: upgrade, hibernation callbacks, alarm, RPC. No MQTT rule stands here. */

import { DurableObject } from "cloudflare:workers";
import type { AccountBroker, LiveClient } from "./contract/account.ts";
import type { SwitchState } from "./contract/control.ts";
import type { BrokerLimits } from "./contract/limits.ts";
import type { Directory, EventSink } from "./ports.ts";

export interface Ports {
  directory: Directory;
  events: EventSink;
  limits: BrokerLimits;
}

export abstract class BrokerObject<E extends Cloudflare.Env> extends DurableObject<E> implements AccountBroker {
  /** What the broker needs from outside; asked once each time the object wakes. */
  protected abstract ports(env: E): Ports;

  override async fetch(_request: Request): Promise<Response> {
    return new Response(null, { status: 503 });
  }
  async announceChange(_userId: string): Promise<void> {}
  async applyRights(_userId: string): Promise<void> {}
  async switchDevice(_userId: string, _deviceId: string, _state: SwitchState): Promise<void> {}
  async clients(_userId: string): Promise<LiveClient[]> {
    return [];
  }
  async disconnectClient(_userId: string, _connectionId: string): Promise<boolean> {
    return false;
  }
  async erase(_userId: string): Promise<void> {}
}
