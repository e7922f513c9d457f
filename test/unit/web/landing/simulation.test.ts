import { describe, expect, it } from "vitest";
import { controlledDevice } from "../../../../broker/contract/topics.ts";
import {
  DEVICE_ID,
  next,
  press,
  type Scene,
  START,
  TOPIC,
  USER_ID,
} from "../../../../web/src/features/landing/simulation.ts";

const toRest = (scene: Scene): Scene => (scene.leg === "rest" ? scene : toRest(next(scene)));
const said = (scene: Scene) => scene.log.map(({ from, to, packet }) => `${from} ${packet} ${to}`);

describe("the simulated path", () => {
  it("uses the control topic of a device", () => {
    expect(controlledDevice(USER_ID, TOPIC)).toBe(DEVICE_ID);
  });

  it("changes only after the broker's acceptance, and moves the pin after the device has read", () => {
    const pressed = press(START);
    expect(pressed).toMatchObject({ leg: "to-broker", shown: "off", pin: "off", event: "connected" });
    const accepted = next(pressed);
    expect(accepted).toMatchObject({ leg: "to-device", shown: "on", pin: "off", event: "turned_on" });
    expect(next(accepted)).toMatchObject({ leg: "back", shown: "on", pin: "on" });
  });

  it("logs the broker's steps in order", () => {
    expect(said(toRest(press(START)))).toEqual([
      "device CONNECT broker",
      "broker CONNACK device",
      "browser PUBLISH broker",
      "broker PUBLISH browser",
      "broker PUBLISH device",
      "device PUBACK broker",
    ]);
  });

  it("switches back, and keeps the last lines only", () => {
    const off = toRest(press(toRest(press(START))));
    expect(off).toMatchObject({ shown: "off", pin: "off", event: "turned_off", count: 2 });
    const later = toRest(press(off));
    expect(later.log).toHaveLength(8);
    expect(new Set(later.log.map(({ id }) => id)).size).toBe(8);
    expect(later.log.at(-1)?.detail).toBe("id 3");
  });

  it("ignores a press while a message is under way", () => {
    const pressed = press(START);
    expect(press(pressed)).toBe(pressed);
  });
});
