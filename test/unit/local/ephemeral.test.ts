import { describe, expect, test } from "vitest";
import { cutAfterMs } from "../../../worker/local/ephemeral/broker.ts";
import { readOptions } from "../../../worker/local/ephemeral/options.ts";

describe("the options of an ephemeral broker", () => {
  test("are times, a share and ports", () => {
    const raw = { nap: "1.5s", cut: "0.1", restart: "2m", mqttPort: "1883" };
    expect(readOptions(raw, ["pytest", "-q"])).toEqual({
      napMs: 1500,
      cutShare: 0.1,
      restartMs: 120_000,
      port: null,
      mqttPort: 1883,
      isVerbose: false,
      command: ["pytest", "-q"],
    });
  });

  test.each([
    [{ nap: "30" }, '--nap must be a time from 100ms to 24h, such as 30s, not "30".'],
    [{ nap: "0s" }, "--nap must be a time"],
    [{ restart: "-5s" }, "--restart must be a time"],
    [{ restart: "25h" }, "--restart must be a time"],
    [{ restart: "1e3s" }, "--restart must be a time"],
    [{ cut: "10" }, 'not "10".'],
    [{ cut: "0" }, "--cut must be a share"],
    [{ cut: "10%" }, "--cut must be a share"],
    [{ cut: "" }, "--cut must be a share"],
    [{ port: "65536" }, "--port must be a number from 1 to 65535"],
    [{ mqttPort: "0x10" }, "--mqtt-port must be a number"],
  ])("%j are refused", (raw, sentence) => {
    expect(() => readOptions(raw, ["true"])).toThrow(sentence);
  });

  test.each([[[]], [[""]]])("without a command are refused: %j", (command) => {
    expect(() => readOptions({ nap: "30s" }, command)).toThrow("Put the command after two dashes");
  });
});

describe("a connection is cut", () => {
  const CONNECT = Buffer.from([0x10, 0x10, 0, 4, 0x4d, 0x51, 0x54, 0x54]);
  const numbers =
    (...all: number[]) =>
    () =>
      all.shift() ?? Number.NaN;

  test("if it is of the share, within ten seconds", () => {
    expect(cutAfterMs(CONNECT, 0.1, numbers(0.09, 0.5))).toBe(5000);
    expect(cutAfterMs(CONNECT, 0.1, numbers(0.1, 0.5))).toBeNull();
    expect(cutAfterMs(CONNECT, 1, numbers(0.99, 0))).toBe(0);
  });

  test.each([
    ["GET /mqtt HTTP/1.1", 5000],
    ["GET /mqtt/0b8f HTTP/1.1", 5000],
    ["GET /mqtts HTTP/1.1", null],
    ["GET /v0/devices/ HTTP/1.1", null],
    ["POST /v0/tokens/ HTTP/1.1", null],
  ])("over HTTP only for MQTT: %s", (line, after) => {
    expect(cutAfterMs(Buffer.from(`${line}\r\n`), 1, numbers(0, 0.5))).toBe(after);
  });
});
