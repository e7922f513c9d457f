/** One MQTT connection over a WebSocket. The only module that uses MQTT.js, which is loaded on first use. */

import type { IClientOptions, IPublishPacket, MqttClient } from "mqtt";
import { plainSentence } from "../../../broker/contract/plain-sentence.ts";
import { allowWorkers } from "../lib/worker-policy.ts";

export const NOT_CONNECTED = "MQTT client not connected";
export const UNAUTHORIZED = "Unauthorized";
/** When no better reason is known. */
export const CONNECT_FAILED = "Failed to connect";
/** The useless message of MQTT.js for a socket error. */
const SOCKET_FAILED = "WebSocket error";

export type Qos = 0 | 1 | 2;

export interface ConnectionOptions {
  url: string;
  clientId: string;
  username?: string;
  password?: string;
  /** 5, or 4 for MQTT 3.1.1. */
  protocolVersion?: 4 | 5;
}

export interface IncomingMessage {
  topic: string;
  payload: string;
  /** Of the payload, which may be no text. */
  bytes: number;
  qos: Qos;
  retain: boolean;
}

export interface ConnectionHandlers {
  onMessage(message: IncomingMessage): void;
  /** Called once when an established connection ends without `close`. */
  onLost(reason: string): void;
}

export interface MqttConnection {
  /**
   * Rejects with `Unauthorized` if no filter was granted; resolves with the granted ones. `retained`: whether retained
   * messages come first.
   */
  subscribe(filters: string[], qos?: Qos, retained?: boolean): Promise<string[]>;
  unsubscribe(filters: string[]): Promise<void>;
  publish(topic: string, payload: string, qos?: Qos, retain?: boolean): Promise<void>;
  /** While held, reads and acknowledges nothing, as a device that hangs. */
  hold(held: boolean): void;
  /** Pings the broker. Returns whether it answered within this time. Milliseconds. */
  answers(within: number): Promise<boolean>;
  close(): void;
  readonly connected: boolean;
  /** Whether the broker has retained messages, so that a subscription also returns earlier states. */
  readonly retains: boolean;
}

const FIXED = {
  protocolVersion: 5,
  clean: true,
  reconnectPeriod: 0,
  keepalive: 60,
  connectTimeout: 30_000,
  // Timers of a worker: in a background tab the page's timers are too slow for the keep-alive.
  timerVariant: "auto",
  createWebsocket: newSocket,
} satisfies IClientOptions;

/** A socket that sends nothing while it closes: a browser logs that as an error. */
function newSocket(url: string, protocols: string[]): WebSocket {
  const socket = new WebSocket(url, protocols);
  const send = socket.send.bind(socket);
  socket.send = (data) => {
    if (socket.readyState === WebSocket.OPEN) send(data);
  };
  return socket;
}

/** Resolves when the broker accepted the connection; rejects with the reason otherwise. */
export async function openConnection(
  { url, ...identity }: ConnectionOptions,
  handlers: ConnectionHandlers,
): Promise<MqttConnection> {
  // The browser build has a default export only.
  const { default: mqtt } = await import("mqtt");
  allowWorkers();
  return new Promise((resolve, reject) => {
    const client = mqtt.connect(url, { ...FIXED, ...identity });
    let phase: "opening" | "open" | "over" = "opening";
    let reason = "";
    const end = (happened: string) => {
      const before = phase;
      phase = "over";
      client.end(true);
      if (before === "opening") reject(new Error(reason || CONNECT_FAILED));
      if (before === "open") handlers.onLost(reason || happened);
    };
    client.on("error", (error) => {
      reason = error.message === SOCKET_FAILED ? "" : plainSentence(error.message);
      if (phase === "opening") end(CONNECT_FAILED);
    });
    client.on("disconnect", (packet) => {
      reason = plainSentence(packet.properties?.reasonString ?? reason);
    });
    client.on("offline", () => end("The connection was lost"));
    client.on("close", () => end("The connection was closed"));
    const gate = createGate();
    client.on("message", (topic, payload, packet: IPublishPacket) =>
      gate.pass(() =>
        handlers.onMessage({
          topic,
          payload: payload.toString(),
          bytes: payload.length,
          qos: packet.qos,
          retain: packet.retain,
        }),
      ),
    );
    // Runs after "message"; its callback sends the acknowledgement.
    client.handleMessage = (_packet, done) => gate.pass(() => done());
    client.on("connect", ({ properties }) => {
      if (phase !== "opening") return;
      phase = "open";
      const retains = properties?.retainAvailable !== false;
      resolve(asConnection(client, gate, retains, () => (phase = "over")));
    });
  });
}

interface Gate {
  pass(then: () => void): void;
  hold(held: boolean): void;
}

/** Lets messages through in order, or holds them until it is opened. */
function createGate(): Gate {
  let held = false;
  const waiting: (() => void)[] = [];
  return {
    pass(then) {
      if (held) waiting.push(then);
      else then();
    },
    hold(next) {
      held = next;
      while (!held && waiting.length > 0) waiting.shift()?.();
    },
  };
}

function asConnection(client: MqttClient, gate: Gate, retains: boolean, closing: () => void): MqttConnection {
  const online = () => {
    if (!client.connected) throw new Error(NOT_CONNECTED);
  };
  return {
    retains,
    get connected() {
      return client.connected;
    },
    async subscribe(filters, qos = 0, retained = true) {
      online();
      return filters.length === 0 ? [] : granted(client, filters, { qos, rh: retained ? 0 : NO_RETAINED });
    },
    async unsubscribe(filters) {
      online();
      if (filters.length > 0) await client.unsubscribeAsync(filters);
    },
    async publish(topic, payload, qos = 0, retain = false) {
      online();
      await client.publishAsync(topic, payload, { qos, retain });
    },
    hold: gate.hold,
    answers(within) {
      return new Promise((resolve) => {
        const conclude = (answer: boolean) => {
          clearTimeout(timer);
          client.off("packetreceive", heard);
          resolve(answer);
        };
        const heard = () => conclude(true);
        const timer = setTimeout(conclude, within, false);
        client.on("packetreceive", heard);
        client.sendPing();
      });
    },
    close() {
      closing();
      client.end();
    },
  };
}

/** Retain Handling (MQTT 5, 3.8.3.1). */
const NO_RETAINED = 2;

function granted(
  client: MqttClient,
  filters: string[],
  options: { qos: Qos; rh: number },
): Promise<string[]> {
  return new Promise((resolve, reject) => {
    client.subscribe(filters, options, (error, _grants, packet) => {
      // MQTT.js reports one refused filter as an error; the SUBACK lists the granted ones.
      const codes = packet && "granted" in packet ? packet.granted : undefined;
      if (!codes) return error ? reject(error) : resolve(filters);
      const allowed = filters.filter((_, at) => Number(codes[at]) < 0x80);
      return allowed.length > 0 ? resolve(allowed) : reject(new Error(UNAUTHORIZED));
    });
  });
}
