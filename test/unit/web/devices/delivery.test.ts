import { describe, expect, it } from "vitest";
import {
  answered,
  begin,
  deliveriesText,
  deliveryText,
  echoed,
  isOutstanding,
  lookedAgain,
  type SwitchDelivery,
  saidBeside,
} from "../../../../web/src/devices/delivery.ts";

const AT = "2026-05-05T12:00:00.000Z";
const DAY = { ms: 5_020, commandTtl: 86_400 };
const NEVER = { ms: 5_020, commandTtl: 0 };
const outcome = (delivered_at: string | null, device_connected: boolean) => ({
  accepted_at: AT,
  delivered_at,
  device_connected,
});

it("the sum of several deliveries names each outcome once", () => {
  const taken = answered(begin("on"), outcome(AT, true), DAY);
  const offline = answered(begin("on"), outcome(null, false), DAY);
  const accepted = echoed(begin("on"), "on");
  expect(deliveriesText([taken, begin("off"), offline, taken, accepted])).toBe(
    "2 on the way, 2 taken, 1 not connected",
  );
  expect(deliveriesText([])).toBe("");
});

describe("a delivery's status line", () => {
  it("claims only the sending at first", () => {
    expect(deliveryText(begin("on"))).toBe("Sending…");
  });

  it("claims the broker's acceptance once the message returns", () => {
    expect(deliveryText(echoed(begin("on"), "on"))).toBe("Accepted by the broker…");
  });

  it("claims no more when another client's message returns", () => {
    expect(echoed(begin("on"), "off").phase).toBe("sending");
    expect(echoed(begin("on"), null).phase).toBe("sending");
  });

  it("claims the device's acknowledgement with its time", () => {
    const taken = answered(begin("on"), outcome("2026-05-05T12:00:00.042Z", true), DAY);
    expect(deliveryText(taken)).toBe("Taken by the device in 42 ms");
  });

  it("reports a missing acknowledgement of a connected device", () => {
    expect(deliveryText(answered(begin("on"), outcome(null, true), DAY))).toBe("Not taken within 5 s");
  });

  it("does not report one when another client has switched the device meanwhile", () => {
    const early = answered(begin("on"), outcome(null, true), { ms: 800, commandTtl: 86_400 });
    expect(deliveryText(early)).toBe("Another command replaced it");
    expect(isOutstanding(early)).toBe(false);
  });

  it("states an offline device's future action, by its own setting", () => {
    expect(deliveryText(answered(begin("on"), outcome(null, false), DAY))).toBe(
      "Device is offline: it will switch when it returns",
    );
    expect(deliveryText(answered(begin("on"), outcome(null, false), NEVER))).toBe(
      "Device is offline: it takes no late commands",
    );
  });
});

describe("another check", () => {
  const waiting = answered(begin("on"), outcome(null, true), DAY);
  const later = "2026-05-05T12:00:12.000Z";

  it("finds a late acknowledgement", () => {
    const found = lookedAgain(waiting, { accepted_at: AT, delivered_at: later });
    expect(found && deliveryText(found)).toBe("Taken by the device in 12.0 s");
  });

  it("follows the newest command: another client's ends our status line [F287]", () => {
    for (const delivered_at of [later, null]) {
      expect(lookedAgain(waiting, { accepted_at: later, delivered_at })).toEqual({
        phase: "replaced",
        wanted: "on",
      });
      const taken = answered(begin("on"), outcome(AT, true), DAY);
      expect(lookedAgain(taken, { accepted_at: later, delivered_at })).toBeNull();
      expect(lookedAgain(taken, { accepted_at: AT, delivered_at: AT })).toBe(taken);
    }
  });

  it("is not needed where the device has another state: our status line ends [F370]", () => {
    const away = answered(begin("on"), outcome(null, false), DAY);
    const taken = answered(begin("on"), outcome(AT, true), DAY);
    for (const delivery of [waiting, away, taken]) {
      const device = { state: true, connected: delivery !== away, taken_before_connect: false };
      expect(saidBeside(delivery, device, true)).toBe(delivery);
      expect(saidBeside(delivery, { ...device, state: false }, true)).toBeUndefined();
    }
    const off = { state: false, connected: true, taken_before_connect: false };
    expect(saidBeside(begin("on"), off, true)).toEqual(begin("on"));
    expect(saidBeside(undefined, off, true)).toBeUndefined();
  });

  it("ends when the device leaves, returns or restarts, because it stands in the place of the presence", () => {
    const here = { state: true, connected: true, taken_before_connect: false };
    const gone = { ...here, connected: false };
    const restarted = { ...here, taken_before_connect: true };
    const away = answered(begin("on"), outcome(null, false), DAY);
    const taken = answered(begin("on"), outcome(AT, true), DAY);
    const replaced: SwitchDelivery = { phase: "replaced", wanted: "on" };
    const shownFor = (delivery: SwitchDelivery) =>
      [here, restarted, gone].map((device) => saidBeside(delivery, device, true) !== undefined);
    expect(shownFor(taken)).toEqual([true, false, false]);
    expect(shownFor(waiting)).toEqual([true, true, false]);
    expect(shownFor(replaced)).toEqual([true, true, false]);
    expect(shownFor(away)).toEqual([false, false, true]);
    expect(shownFor(begin("on"))).toEqual([true, true, true]);
  });

  it("ends with the page's own connection, except for a command on its way", () => {
    const here = { state: true, connected: true, taken_before_connect: false };
    const taken = answered(begin("on"), outcome(AT, true), DAY);
    expect(saidBeside(taken, here, false)).toBeUndefined();
    expect(saidBeside(begin("on"), here, false)).toEqual(begin("on"));
  });

  it("does not take another client's command for its own", () => {
    const before = "2026-05-05T11:00:00.000Z";
    expect(lookedAgain(waiting, { accepted_at: before, delivered_at: before })).toBe(waiting);
    expect(lookedAgain(waiting, null)).toBe(waiting);
    expect(lookedAgain(waiting, { accepted_at: AT, delivered_at: null })).toBe(waiting);
  });

  it("is made for pending commands only", () => {
    const of = (delivery: SwitchDelivery) => isOutstanding(delivery);
    expect(of(waiting)).toBe(true);
    expect(of(answered(begin("on"), outcome(null, false), DAY))).toBe(true);
    expect(of(answered(begin("on"), outcome(null, false), NEVER))).toBe(false);
    expect(of(answered(begin("on"), outcome(AT, true), DAY))).toBe(false);
    expect(of(begin("on"))).toBe(false);
  });
});
