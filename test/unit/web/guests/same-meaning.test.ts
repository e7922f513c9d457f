/** The owner's page and a guest's read the same state with the same meaning. */

import { describe, expect, it } from "vitest";
import { differingValue, shownValue } from "../../../../web/src/devices/controls/control-words.ts";
import { type Proof, proofOf } from "../../../../web/src/devices/delivery.ts";
import { lastValueText } from "../../../../web/src/devices/values.ts";
import { presenceText, proofText } from "../../../../web/src/guest/card.ts";
import { controlsOf, shownOf, sureness } from "../../../../web/src/guest/shown.ts";
import { wordsFor } from "../../../../web/src/guest/texts.ts";
import type { DeviceControl } from "../../../../worker/contract/controls.ts";
import { aDevice } from "../../../support/nouns.ts";
import { AT, aControl } from "./guest.ts";

const WORDS = wordsFor(["en"]);
const LANGUAGES = ["en", "de", "es", "fr"];

/** The connection holds, the device took it, is connected, takes late commands: what both mean, and what a guest reads. */
const STATES: [boolean, boolean | null, boolean, boolean, Proof, string, string][] = [
  [true, true, true, true, "taken", "Taken by the device", "Connected"],
  [true, true, true, false, "taken", "Taken by the device", "Connected"],
  [true, true, false, true, "last known", "When it was last connected", "Not connected"],
  [true, true, false, false, "last known", "When it was last connected", "Not connected"],
  [true, false, true, true, "waiting", "Sent, not taken yet", "Connected"],
  [true, false, true, false, "waiting", "Sent, not taken yet", "Connected"],
  [true, false, false, true, "waiting", "Sent, not taken yet", "Not connected"],
  [true, false, false, false, "unknown", "Not confirmed", "Not connected"],
  [true, null, true, true, "unknown", "Not confirmed", "Connected"],
  [true, null, false, false, "unknown", "Not confirmed", "Not connected"],
  [false, true, true, true, "unknown", "Not confirmed", "Not known"],
  [false, false, true, true, "unknown", "Not confirmed", "Not known"],
  [false, null, false, false, "unknown", "Not confirmed", "Not known"],
];

it.each(STATES)(
  "holds %s, taken %s, connected %s, late commands %s: %s",
  (holds, taken, connected, isLate, meaning, sentence, presence) => {
    const device = aDevice({ id: "a", taken, connected, command_ttl: isLate ? 60 : 0 });
    expect(proofOf(device, holds)).toBe(meaning);
    const shown = sureness(shownOf(device, []), holds);
    expect(shown.proof).toBe(meaning);
    expect(proofText(shown, false, WORDS)).toBe(sentence);
    expect(presenceText(shown.connected, WORDS)).toBe(presence);
  },
);

it("a connected device whose state is older than its connection is not said to be away", () => {
  const device = aDevice({ id: "a", taken: true, connected: true, taken_before_connect: true });
  const shown = sureness(shownOf(device, []), true);
  expect([proofText(shown, false, WORDS), presenceText(shown.connected, WORDS)]).toEqual([
    "Taken before it connected",
    "Connected",
  ]);
});

it.each(LANGUAGES)("no two meanings have the same words in %s", (language) => {
  const words = wordsFor([language]);
  const proofs: Proof[] = ["taken", "last known", "waiting", "unknown"];
  const sentences = proofs.flatMap((proof) =>
    [true, false].map((connected) => proofText({ proof, connected }, false, words)),
  );
  expect(new Set(sentences).size).toBe(5);
  expect(new Set([true, false, null].map((connected) => presenceText(connected, words))).size).toBe(3);
});

/** Wanted, reported: what both show, and the report that differs ten seconds later. */
const CONTROLS: [Partial<DeviceControl>, unknown, unknown][] = [
  [{}, null, null],
  [{ reported: 20 }, 20, null],
  [{ wanted: 40, wanted_at: AT }, 40, null],
  [{ wanted: 40, wanted_at: AT, reported: 40 }, 40, null],
  [{ wanted: 40, wanted_at: AT, reported: 35 }, 40, 35],
  [{ kind: "toggle", wanted: true, wanted_at: AT, reported: "ON" }, true, "ON"],
  [{ kind: "color", wanted: "#ff0000", wanted_at: AT, reported: "#FF0000" }, "#ff0000", null],
];

describe("a control", () => {
  it.each(CONTROLS)("%j shows %s, and the differing report %s", (fields, value, differing) => {
    const device = aDevice({ id: "a", taken: true, connected: true, controls: [aControl(fields)] });
    const shown = shownOf(device, ["devices:switch:a"]);
    const now = Date.parse(AT) + 10_000;
    const controls = [[device, device.controls[0]] as const, [shown, controlsOf(shown)[0]] as const];
    for (const [of, control] of controls) {
      if (control === undefined) throw new Error("It has a control.");
      expect(shownValue(control)).toBe(value);
      expect(differingValue(of, control, now)).toBe(differing);
      expect(differingValue({ ...of, taken: false }, control, now)).toBeNull();
    }
  });
});

it.each(LANGUAGES)("the average of an imported hour is no last value in %s", (language) => {
  const words = wordsFor([language]);
  expect(lastValueText({ value: 21.5, average: true }, "°C", words)).toBe("–");
  expect(lastValueText({ value: 21.5 }, "°C", words)).toMatch(/^21[.,]5\u00a0°C$/);
});
