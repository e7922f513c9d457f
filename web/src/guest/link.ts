/** The calls of a guest's page, and its stream. */

import { GUEST_CALLS } from "virtual:guest-calls";
import type { DeviceStatus } from "../../../broker/contract/control.ts";
import type { ControlSet } from "../../../broker/contract/controls.ts";
import type { Device, SwitchOutcome } from "../../../worker/contract/devices.ts";
import type { Series } from "../../../worker/contract/series.ts";
import type { CallerScopes } from "../../../worker/contract/tokens.ts";

/** The origin of the Worker when the page is on another one; empty when they share it. */
const ORIGIN: string = (import.meta.env.VITE_API_URL ?? "").replace(/\/+$/, "");
/** Longer than the wait for a device. Milliseconds. */
const PATIENCE_MS = 20_000;
/** Seconds that a switch waits for its device. */
const WAIT = 5;
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
  | { device: string; values: Record<string, unknown>; at: string }
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
  async switch(id: string, command: GuestCommand): Promise<SwitchOutcome> {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await this.#call("switchDevice", { id, body: { ...command, wait: WAIT }, signal });
    const outcome: unknown = await answer.json();
    return outcome as SwitchOutcome;
  }

  /** The last 24 hours of a value. */
  async series(id: string, key: string, resolution: "1m" | "1h"): Promise<Series> {
    const query = `?resolution=${resolution}&key=${encodeURIComponent(key)}`;
    const answer = await this.#call("readDeviceSeries", {
      id,
      query,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const series: unknown = await answer.json();
    return series as Series;
  }

  /** Opens the stream of its devices, and returns what it reports until it ends. */
  async follow(): Promise<AsyncIterable<Heard>> {
    const filters = TOPICS.map((topic) => `filter=${encodeURIComponent(topic)}`).join("&");
    const answer = await this.#call("readStream", { query: `?${filters}` });
    if (answer.body === null) throw new CallFailed(0);
    return heardIn(answer.body.pipeThrough(new TextDecoderStream()));
  }
}

/** Reads Server-Sent Events as the API writes them: one line of data for each event. */
async function* heardIn(stream: ReadableStream<string>): AsyncIterable<Heard> {
  const reader = stream.getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += value;
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const heard = heardOf(block);
        if (heard !== null) yield heard;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Null for a block without an event, and for a message that says nothing. */
export function heardOf(block: string): Heard | null {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
  const data = field("data");
  if (field("event") === "gap") return { gap: true };
  if (data === undefined) return null;
  try {
    const message: unknown = JSON.parse(data);
    const { topic, payload, at } = message as { topic: string; payload: string; at: string };
    const [, device = "", kind] = topic.split("/");
    // the status of a deleted device is removed by an empty message
    if (payload === "") return { gap: true };
    const told: unknown = JSON.parse(payload);
    if (typeof told !== "object" || told === null || Array.isArray(told)) return null;
    if (kind === "status") return { device, status: told as DeviceStatus };
    return { device, values: told as Record<string, unknown>, at };
  } catch {
    return null;
  }
}
