/**
 * The steps from a press of the switch to a lit lamp, in the order and with the texts of the real broker. Pure: the
 * screen decides when the next step runs.
 */

import { controlPayload, controlState, type SwitchState } from "../../../../broker/contract/control.ts";
import type { DeviceEventType } from "../../../../broker/contract/device-events.ts";
import { controlTopic } from "../../../../broker/contract/topics.ts";

/** Where the message is: none, to the broker, to the device, acknowledged. */
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
  /** The state on the page. It changes when the broker accepts, not on the press. */
  shown: SwitchState;
  /** The level of pin 13. It changes when the device reads the payload. */
  pin: SwitchState;
  log: readonly Line[];
  event: DeviceEventType;
  /** Number of messages; also the last packet identifier. */
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

/** Publishes the other state. Ignored while a message is in flight. */
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

/** The broker stores the event and sends the message to its subscribers: the device and this page. */
function accept(scene: Scene): Scene {
  const payload = payloadOf(scene);
  const state = controlState(payload) ?? scene.shown;
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
    pin: controlState(payloadOf(scene)) ?? scene.pin,
    log: said(scene.log, { from: "device", to: "broker", packet: "PUBACK", detail: `id ${scene.count}` }),
  };
}
