import { expect, it } from "vitest";
import { heardOf } from "../../../../web/src/guest/link.ts";
import { after, proofOf, shownOf } from "../../../../web/src/guest/shown.ts";
import { textsFor } from "../../../../web/src/guest/texts.ts";
import { aDevice } from "../../../support/nouns.ts";

const message = (topic: string, payload: string) =>
  `event: message\ndata: ${JSON.stringify({ topic, payload, at: "2026-11-27T12:00:00.000Z" })}`;
const status = { state: "on", connected: true, since: null, taken: true, taken_at: null, by: "guest" };

it("a status and a value change their device only", () => {
  const values = [{ key: "t", name: null, unit: "°C", value: 20, at: "2026-11-27T11:00:00.000Z" }];
  const lamp = shownOf(aDevice({ id: "a", name: "Lamp", values }), ["devices:switch:a"]);
  expect(lamp).toMatchObject({ maySwitch: true, on: false, connected: false });
  const heard = heardOf(message("devices/a/status", JSON.stringify(status)));
  if (heard === null || "gap" in heard) throw new Error("It says something.");
  const lit = after(lamp, heard);
  expect(lit).toMatchObject({ on: true, taken: true, connected: true });
  expect([proofOf(lit, true), proofOf(lit, false)]).toEqual(["taken", "unknown"]);
  const value = heardOf(message("devices/a/telemetry", '{"t":21.5,"other":1}'));
  if (value === null || "gap" in value) throw new Error("It says something.");
  expect(after(lit, value).values).toMatchObject([{ value: 21.5 }]);
  expect(after({ ...lit, id: "b" }, value).values).toMatchObject([{ value: 20 }]);
});

it("reads the list again after a gap and for a removed status, and ignores what it cannot read", () => {
  expect(heardOf('event: gap\ndata: {"why":"x"}')).toEqual({ gap: true });
  expect(heardOf(message("devices/a/status", ""))).toEqual({ gap: true });
  for (const block of [":", "retry: 2000", message("devices/a/telemetry", "warm"), "event: message\ndata: {"])
    expect(heardOf(block)).toBeNull();
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
