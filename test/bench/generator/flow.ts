/**
 * The closed loop: every publisher has a bounded number of messages under way, and each arrival permits
 * another. So the broker's throughput is measured, not its buffers.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "./client.ts";
import { PAYLOAD_BYTES, PINGREQ, payloadOf, pubackPacket, publishPacket } from "./mqtt.ts";

export interface FlowPlan {
  publishers: readonly Client[];
  subscribers: readonly Client[];
  /** The topics that publisher `i` uses, all of one length. */
  topicsOf: (publisher: number) => readonly string[];
  copies: number;
  window: number;
  qos: 0 | 1;
  warmUpMs: number;
  measureMs: number;
  /** Processor seconds of the broker so far. */
  processor: () => number;
}

export interface FlowResult {
  /** Deliveries a second, or acknowledged messages at QoS 1. */
  rate: number;
  /** Processor microseconds of the broker for each of them. */
  cost: number;
  lost: number;
}

/**
 * After this long without an arrival, messages under way are given up, and counted as lost unless they still
 * arrive.
 */
const STALL_MS = 400;
/** Readers ping, like clients with a keep alive: a broker may drop a silent reader. */
const PING_MS = 500;
/** Frames in a ring at least, so that one write can carry a window. */
const RING = 512;

/** The pre-encoded frames of one publisher, written in rotation. */
class FrameRing {
  private readonly bytes: Buffer;
  private readonly frameLength: number;
  private readonly frames: number;
  private next = 0;

  constructor(client: Client, publisher: number, topics: readonly string[], qos: 0 | 1) {
    const payload = payloadOf(publisher);
    this.frames = Math.max(RING, topics.length);
    const encoded = Array.from({ length: this.frames }, (_, index) =>
      client.frame(
        publishPacket(topics[index % topics.length] ?? "", payload, qos === 0 ? undefined : index + 1),
      ),
    );
    this.frameLength = encoded[0]?.length ?? 0;
    if (encoded.some((frame) => frame.length !== this.frameLength))
      throw new Error("topics differ in length");
    this.bytes = Buffer.concat(encoded);
  }

  write(client: Client, count: number): void {
    for (let left = count; left > 0; ) {
      const now = Math.min(left, this.frames - this.next);
      client.socket.write(
        this.bytes.subarray(this.next * this.frameLength, (this.next + now) * this.frameLength),
      );
      this.next = (this.next + now) % this.frames;
      left -= now;
    }
  }
}

/** One publisher's counts of sent and returned messages. */
interface Ledger {
  sent: number;
  returned: number;
  forgiven: number;
  ring: FrameRing;
}

export async function runFlow(plan: FlowPlan): Promise<FlowResult> {
  const { publishers, qos, window } = plan;
  // At QoS 1 the acknowledgement opens the window, at QoS 0 the arrival at every subscriber.
  const returnsPerMessage = qos === 0 ? plan.copies : 1;
  const ledgers = publishers.map(
    (client, index): Ledger => ({
      sent: 0,
      returned: 0,
      forgiven: 0,
      ring: new FrameRing(client, index, plan.topicsOf(index), qos),
    }),
  );
  const state = { running: true, delivered: 0 };
  const refill = (index: number) => {
    const ledger = ledgers[index];
    const client = publishers[index];
    if (!state.running || ledger === undefined || client === undefined) return;
    const underWay = ledger.sent - (ledger.returned + ledger.forgiven) / returnsPerMessage;
    // Half a window at a time: a write for each single message would measure our own system calls.
    // At QoS 1 the window itself is what is measured, so it is kept full.
    if (underWay > (qos === 0 ? window / 2 : window - 1)) return;
    const count = Math.floor(window - underWay);
    ledger.sent += count;
    ledger.ring.write(client, count);
  };

  listenForDeliveries(plan, ledgers, state, refill);
  if (qos === 1) listenForAcknowledgements(publishers, ledgers, refill);
  const watch = setInterval(forgiveStalls(ledgers, returnsPerMessage, refill), STALL_MS);
  const returned = () => ledgers.reduce((sum, ledger) => sum + ledger.returned, 0);

  const pings = setInterval(() => {
    for (const subscriber of plan.subscribers) subscriber.socket.write(subscriber.frame(PINGREQ));
  }, PING_MS);

  for (const index of publishers.keys()) refill(index);
  await pause(plan.warmUpMs);
  const [began, before, spent] = [performance.now(), returned(), plan.processor()];
  await pause(plan.measureMs);
  const counted = returned() - before;
  const rate = (counted * 1000) / (performance.now() - began);
  const cost = ((plan.processor() - spent) * 1e6) / counted;
  state.running = false;
  clearInterval(watch);
  clearInterval(pings);

  const expected = () => ledgers.reduce((sum, ledger) => sum + ledger.sent, 0) * plan.copies;
  await waitUntilSettled(() => state.delivered, expected());
  return { rate, cost, lost: Math.max(0, expected() - state.delivered) };
}

type Refill = (publisher: number) => void;

function listenForDeliveries(
  plan: FlowPlan,
  ledgers: readonly Ledger[],
  state: { delivered: number },
  refill: Refill,
): void {
  for (const subscriber of plan.subscribers) {
    const touched = new Set<number>();
    let acknowledgements: Buffer[] = [];
    subscriber.onPublish = (first, bytes, start, end) => {
      state.delivered++;
      const publisher = bytes.readUInt16BE(end - PAYLOAD_BYTES);
      if (plan.qos === 0) {
        const ledger = ledgers[publisher];
        if (ledger !== undefined) ledger.returned++;
        touched.add(publisher);
      } else if ((first & 0x06) !== 0) {
        acknowledgements.push(subscriber.frame(pubackPacket(bytes, start + 2 + bytes.readUInt16BE(start))));
      }
    };
    subscriber.onTurn = () => {
      if (acknowledgements.length > 0) subscriber.socket.write(Buffer.concat(acknowledgements));
      acknowledgements = [];
      for (const publisher of touched) refill(publisher);
      touched.clear();
    };
  }
}

function listenForAcknowledgements(
  publishers: readonly Client[],
  ledgers: readonly Ledger[],
  refill: Refill,
): void {
  publishers.forEach((publisher, index) => {
    publisher.onPuback = () => {
      const ledger = ledgers[index];
      if (ledger !== undefined) ledger.returned++;
    };
    const before = publisher.onTurn;
    publisher.onTurn = () => {
      before();
      refill(index);
    };
  });
}

function forgiveStalls(ledgers: readonly Ledger[], returnsPerMessage: number, refill: Refill): () => void {
  const seen = ledgers.map(() => -1);
  return () =>
    ledgers.forEach((ledger, index) => {
      const missing = ledger.sent * returnsPerMessage - ledger.returned - ledger.forgiven;
      if (missing > 0 && seen[index] === ledger.returned) {
        ledger.forgiven += missing;
        refill(index);
      }
      seen[index] = ledger.returned;
    });
}

/** Resolves when a counter reached its goal, or has stood still for a while. */
export async function waitUntilSettled(count: () => number, goal: number, stillMs = 600): Promise<void> {
  for (let last = -1, since = performance.now(); count() < goal; ) {
    if (count() !== last) {
      last = count();
      since = performance.now();
    } else if (performance.now() - since > stillMs) return;
    await pause(10);
  }
}
