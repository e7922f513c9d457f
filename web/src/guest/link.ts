/** The calls of a guest's page, and its stream. */

import { GUEST_CALLS } from "virtual:guest-calls";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import type { DeviceStatus } from "../../../broker/contract/control.ts";
import type { ControlSet } from "../../../broker/contract/controls.ts";
import type { ApprovalRow, WaitingOrder } from "../../../worker/contract/approvals.ts";
import type { Device, SwitchOutcome } from "../../../worker/contract/devices.ts";
import type { Series } from "../../../worker/contract/series.ts";
import type { CallerScopes } from "../../../worker/contract/tokens.ts";
import { TAKE_SECONDS } from "../devices/delivery.ts";
import { type HeardValues, heardValues } from "../devices/heard-values.ts";
import type { AmountField } from "../devices/series/amounts.ts";
import type { Resolution } from "../devices/series/resolution.ts";

/** The origin of the Worker when the page is on another one; empty when they share it. */
const ORIGIN: string = (import.meta.env.VITE_API_URL ?? "").replace(/\/+$/, "");
/** Longer than the wait for a device. Milliseconds. */
const PATIENCE_MS = 20_000;
/** The server sends a comment every 25 seconds: a silent connection is lost. */
const SILENT_MS = 60_000;
const TOPICS = ["devices/+/status", "devices/+/telemetry"];

/** The answer of a call that failed. `status` 0: none came. */
export class CallFailed extends Error {
  readonly status: number;
  /** When the link begins to work; null when that is not why. */
  readonly startsAt: string | null;
  /** The owner's words; null: none, or unknown. */
  readonly note: string | null;

  constructor(
    status: number,
    { startsAt = null, note = null }: Partial<Pick<CallFailed, "startsAt" | "note">> = {},
  ) {
    super(`The call failed with ${status}.`);
    this.status = status;
    this.startsAt = startsAt;
    this.note = note;
  }
}

async function failureOf(answer: Response | null): Promise<CallFailed> {
  if (answer === null) return new CallFailed(0);
  try {
    const body: unknown = await answer.json();
    const fields = typeof body === "object" && body !== null ? Object.entries(body) : [];
    const text = (name: string) =>
      fields.find(([key, value]) => key === name && typeof value === "string")?.[1];
    return new CallFailed(answer.status, {
      startsAt: text("starts_at") ?? null,
      note: text("note") ?? null,
    });
  } catch {
    return new CallFailed(answer.status);
  }
}

/** What the page hears of a device. */
export type Heard =
  | { device: string; status: DeviceStatus }
  | { device: string; values: HeardValues }
  /** Something was missed, or the device was deleted. */
  | { gap: true };

/** What a guest asks of a device. */
export interface GuestCommand {
  state?: boolean;
  set?: ControlSet;
}

interface Sent {
  id?: string;
  query?: string;
  body?: object;
  signal?: AbortSignal;
}

export class GuestLink {
  readonly #token: string;

  constructor(token: string) {
    this.#token = token;
  }

  async #call(
    name: keyof typeof GUEST_CALLS,
    { id = "", query = "", body, signal }: Sent = {},
  ): Promise<Response> {
    const { method, path } = GUEST_CALLS[name];
    const headers = { Authorization: `Token ${this.#token}`, "Content-Type": "application/json" };
    const init: RequestInit = { method, headers, cache: "no-store" };
    if (body !== undefined) init.body = JSON.stringify(body);
    if (signal !== undefined) init.signal = signal;
    const answer = await fetch(`${ORIGIN}${path.replace("{id}", id)}${query}`, init).catch(() => null);
    if (answer === null || !answer.ok) throw await failureOf(answer);
    return answer;
  }

  async scopes(): Promise<CallerScopes> {
    const answer = await this.#call("readScopes", { signal: AbortSignal.timeout(PATIENCE_MS) });
    const scopes: unknown = await answer.json();
    return scopes as CallerScopes;
  }

  async devices(): Promise<Device[]> {
    const answer = await this.#call("listDevices", { signal: AbortSignal.timeout(PATIENCE_MS) });
    const devices: unknown = await answer.json();
    return devices as Device[];
  }

  /** Switches a device, sets values of its controls, or both. */
  async switch(id: string, command: GuestCommand): Promise<SwitchOutcome | WaitingOrder> {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await this.#call("switchDevice", { id, body: { ...command, wait: TAKE_SECONDS }, signal });
    const outcome: unknown = await answer.json();
    return outcome as SwitchOutcome | WaitingOrder;
  }

  /** What became of an order that waits for the owner. */
  async order(id: string): Promise<ApprovalRow["state"]> {
    const answer = await this.#call("listApprovals", { signal: AbortSignal.timeout(PATIENCE_MS) });
    const orders: unknown = await answer.json();
    return (orders as ApprovalRow[]).find((order) => order.id === id)?.state ?? "ended";
  }

  /** A field of the last 24 hours of a value, or of its last days; by default the average. */
  async series(
    id: string,
    key: string,
    { resolution, field }: { resolution?: Resolution | "day"; field?: "min" | "max" | AmountField },
  ): Promise<Series> {
    const query = new URLSearchParams({ key, ...(resolution && { resolution }), ...(field && { field }) });
    const answer = await this.#call("readDeviceSeries", {
      id,
      query: `?${query}`,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const series: unknown = await answer.json();
    return series as Series;
  }

  /** Opens the stream of its devices, and returns what it reports until it ends. */
  async follow(): Promise<AsyncIterable<Heard>> {
    const filters = TOPICS.map((topic) => `filter=${encodeURIComponent(topic)}`).join("&");
    const silence = new Silence();
    try {
      const { body } = await this.#call("readStream", { query: `?${filters}`, signal: silence.signal });
      if (body === null) throw new CallFailed(0);
      return heardIn(body, silence);
    } catch (error) {
      silence.stop();
      throw error;
    }
  }
}

/** Ends a connection without a byte for a minute. */
class Silence {
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  restart(): void {
    this.stop();
    this.#timer = setTimeout(() => this.#controller.abort(), SILENT_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

async function* heardIn(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  silence: Silence,
): AsyncIterable<Heard> {
  const messages: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => messages.push(message) });
  const decoder = new TextDecoder();
  // not every browser iterates over streams
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      silence.restart();
      parser.feed(decoder.decode(value, { stream: true }));
      for (const message of messages.splice(0)) {
        const heard = heardOf(message);
        if (heard !== null) yield heard;
      }
    }
  } finally {
    silence.stop();
    await reader.cancel().catch(() => {});
  }
}

/** Null for a message that reports nothing. */
export function heardOf({ event, data }: Pick<EventSourceMessage, "event" | "data">): Heard | null {
  if (event === "gap") return { gap: true };
  try {
    const message: unknown = JSON.parse(data);
    const { topic, payload } = message as { topic: string; payload: string };
    const [, device = "", kind] = topic.split("/");
    // the status of a deleted device is removed by an empty message
    if (payload === "") return { gap: true };
    if (kind !== "status") {
      const values = heardValues(payload);
      return values && { device, values };
    }
    const status: unknown = JSON.parse(payload);
    return typeof status === "object" && status !== null ? { device, status: status as DeviceStatus } : null;
  } catch {
    return null;
  }
}
