/**
 * What happens between a press of the switch and a lit lamp, told step by step as the real broker does it, with the
 * words of its contract. Pure: a step is what has changed by then; the screen decides when the next one comes.
 */

import { controlPayload, parseControl, type SwitchState } from "../../../../broker/contract/control.ts";
import type { DeviceEventType } from "../../../../broker/contract/device-events.ts";
import { controlTopic } from "../../../../broker/contract/topics.ts";

/** Where the message is: nowhere, on the way to the broker, on the way to the device, acknowledged. */
export type Leg = "rest" | "to-broker" | "to-device" | "back";

export interface Line {
  id: number;
  from: string;
  to: string;
  packet: string;
  detail: string;
}

export interface Scene {
  leg: Leg;
  /** What the page shows. It follows the broker, not the finger. */
  shown: SwitchState;
  /** The level of pin 13. It follows the device's reading of the payload. */
  pin: SwitchState;
  log: readonly Line[];
  event: DeviceEventType;
  /** Messages so far; also the packet identifier of the last one. */
  count: number;
}

export const USER_ID = "6f1c0d52-8a43-4e0b-9d27-51b7c2a90e14";
export const DEVICE_ID = "b3a9e7f0-2c5d-4f16-8e90-7d64a1c3f258";
export const TOPIC = controlTopic(USER_ID, DEVICE_ID);

const LOG_LINES = 8;

const said = (log: readonly Line[], ...lines: Omit<Line, "id">[]): Line[] => {
  const next = (log.at(-1)?.id ?? 0) + 1;
  return [...log, ...lines.map((line, at) => ({ ...line, id: next + at }))].slice(-LOG_LINES);
};

export const START: Scene = {
  leg: "rest",
  shown: "off",
  pin: "off",
  log: said(
    [],
    { from: "device", to: "broker", packet: "CONNECT", detail: "porch lamp" },
    { from: "broker", to: "device", packet: "CONNACK", detail: "control topic subscribed" },
  ),
  event: "connected",
  count: 0,
};

/** The finger: publishes the other state. A press while a message is on its way does nothing. */
export function press(scene: Scene): Scene {
  if (scene.leg !== "rest") return scene;
  const payload = controlPayload(scene.shown === "on" ? "off" : "on");
  return {
    ...scene,
    leg: "to-broker",
    count: scene.count + 1,
    log: said(scene.log, { from: "browser", to: "broker", packet: "PUBLISH", detail: payload }),
  };
}

export function next(scene: Scene): Scene {
  switch (scene.leg) {
    case "rest":
      return scene;
    case "to-broker":
      return accept(scene);
    case "to-device":
      return obey(scene);
    case "back":
      return { ...scene, leg: "rest" };
  }
}

const payloadOf = (scene: Scene): string =>
  scene.log.findLast((line) => line.packet === "PUBLISH" && line.to === "broker")?.detail ?? "";

/** The broker keeps the event, and passes the message to everyone who listens: the device, and this page. */
function accept(scene: Scene): Scene {
  const payload = payloadOf(scene);
  const state = parseControl(payload) ?? scene.shown;
  return {
    ...scene,
    leg: "to-device",
    shown: state,
    event: state === "on" ? "turned_on" : "turned_off",
    log: said(
      scene.log,
      { from: "broker", to: "browser", packet: "PUBLISH", detail: payload },
      { from: "broker", to: "device", packet: "PUBLISH", detail: `${payload} QoS 1, id ${scene.count}` },
    ),
  };
}

function obey(scene: Scene): Scene {
  return {
    ...scene,
    leg: "back",
    pin: parseControl(payloadOf(scene)) ?? scene.pin,
    log: said(scene.log, { from: "device", to: "broker", packet: "PUBACK", detail: `id ${scene.count}` }),
  };
}
