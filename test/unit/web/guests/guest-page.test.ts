import { expect, it } from "vitest";
import { proofOf as ownersProof } from "../../../../web/src/devices/delivery.ts";
import { lineOf, withValue } from "../../../../web/src/guest/chart.ts";
import { heardOf } from "../../../../web/src/guest/link.ts";
import { after, shownOf, sureness } from "../../../../web/src/guest/shown.ts";
import { textsFor } from "../../../../web/src/guest/texts.ts";
import { aDevice } from "../../../support/nouns.ts";

const message = (topic: string, payload: string) =>
  `event: message\ndata: ${JSON.stringify({ topic, payload, at: "2026-11-27T12:00:00.000Z" })}`;
const status = { state: "on", connected: true, since: null, taken: true, taken_at: null, by: "guest" };

it("a status and a value change their device only", () => {
  const values = [
    { key: "t", name: null, unit: "°C", value: 20, at: "2026-11-27T11:00:00.000Z", by_http: false },
  ];
  const lamp = shownOf(aDevice({ id: "a", name: "Lamp", values }), ["devices:switch:a"]);
  expect(lamp).toMatchObject({ maySwitch: true, on: false, connected: false });
  const heard = heardOf(message("devices/a/status", JSON.stringify(status)));
  if (heard === null || "gap" in heard) throw new Error("It says something.");
  const lit = after(lamp, heard);
  expect(lit).toMatchObject({ on: true, taken: true, connected: true });
  expect([sureness(lit, true).proof, sureness(lit, false).proof]).toEqual(["taken", "unknown"]);
  const value = heardOf(message("devices/a/telemetry", '{"t":21.5,"other":1}'));
  if (value === null || "gap" in value) throw new Error("It says something.");
  expect(after(lit, value).values).toMatchObject([{ value: 21.5 }]);
  expect(after({ ...lit, id: "b" }, value).values).toMatchObject([{ value: 20 }]);
});

const BOOLEANS = [true, false];
it.each(
  [true, false, null].flatMap((taken) =>
    BOOLEANS.flatMap((connected) =>
      [0, 60].flatMap((command_ttl) => BOOLEANS.map((isLive) => ({ taken, connected, command_ttl, isLive }))),
    ),
  ),
)("a guest reads what the owner reads: %j", ({ isLive, ...told }) => {
  const shown = shownOf(aDevice({ id: "a", ...told }), ["devices:switch:a"]);
  expect(sureness(shown, isLive)).toEqual({
    proof: ownersProof(told, isLive),
    // what the page cannot know without its connection, it does not say
    connected: isLive ? told.connected : null,
  });
});

it("reads the list again after a gap and for a removed status, and ignores what it cannot read", () => {
  expect(heardOf('event: gap\ndata: {"why":"x"}')).toEqual({ gap: true });
  expect(heardOf(message("devices/a/status", ""))).toEqual({ gap: true });
  for (const block of [":", "retry: 2000", message("devices/a/telemetry", "warm"), "event: message\ndata: {"])
    expect(heardOf(block)).toBeNull();
});

const control = (more: object) => ({
  key: "b",
  kind: "number" as const,
  name: null,
  unit: "%",
  min: 0,
  max: 100,
  step: 1,
  wanted: null,
  wanted_at: null,
  reported: null,
  reported_at: null,
  ...more,
});

it("a control shows what was asked for last, otherwise what the device reports; a guest that only sees has none", () => {
  const device = aDevice({
    id: "a",
    controls: [control({ reported: 20 }), control({ key: "c", wanted: 5, reported: 9 })],
  });
  expect(shownOf(device, []).controls).toEqual([]);
  const lamp = shownOf(device, ["devices:switch:a"]);
  const values = (shown: typeof lamp) => shown.controls.map(({ value }) => value);
  expect(values(lamp)).toEqual([20, 5]);
  const heard = heardOf(
    message("devices/a/status", JSON.stringify({ ...status, set: { b: 40, foreign: 1 } })),
  );
  if (heard === null || "gap" in heard) throw new Error("It says something.");
  expect(values(after(lamp, heard))).toEqual([40, 5]);
  const reported = heardOf(message("devices/a/telemetry", '{"b":41,"c":6}'));
  if (reported === null || "gap" in reported) throw new Error("It says something.");
  expect(values(after(lamp, reported))).toEqual([20, 5]);
});

it("a chart has a line for two values or more, with gaps, and forgets what is older than a day", () => {
  const now = Date.parse("2026-11-27T12:00:00Z");
  const hour = 3_600_000;
  expect(lineOf([[now, 1]], now)).toBeNull();
  expect(
    lineOf(
      [
        [now - 24 * hour, 10],
        [now - 12 * hour, null],
        [now - 2 * hour, 30],
        [now, 20],
      ],
      now,
    ),
  ).toEqual({ path: "M0.0 45.0M275.0 3.0L300.0 24.0", min: 10, max: 30 });
  expect(
    lineOf(
      [
        [now - hour, 5],
        [now, 5],
      ],
      now,
    )?.path,
  ).toContain("24.0");
  expect(
    withValue(
      [
        [now - 25 * hour, 1],
        [now - hour, 2],
      ],
      now,
      3,
    ),
  ).toEqual([
    [now - hour, 2],
    [now, 3],
  ]);
});

it.each([
  [["fr-CH", "de"], "fr"],
  [["ja", "de-AT"], "de"],
  [["es-MX"], "es"],
  [["ja"], "en"],
  [[], "en"],
])("speaks %j in %s", (languages, language) => {
  expect(textsFor(languages).language).toBe(language);
});
