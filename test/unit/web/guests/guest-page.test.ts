import { expect, it } from "vitest";
import { heardOf } from "../../../../web/src/guest/link.ts";
import { after, controlsOf, shownOf, valueName, withCommand } from "../../../../web/src/guest/shown.ts";
import { momentTexts, wordsFor } from "../../../../web/src/guest/texts.ts";
import { valueAge } from "../../../../web/src/guest/value-row.ts";
import { aDevice } from "../../../support/nouns.ts";
import { AT, aControl, aValue } from "./guest.ts";

const message = (topic: string, payload: string) => ({
  event: "message",
  data: JSON.stringify({ topic, payload, at: AT }),
});
const status = { state: "on", connected: true, since: null, taken: true, taken_at: null, by: "guest" };

function heard(topic: string, payload: object) {
  const found = heardOf(message(topic, JSON.stringify(payload)));
  if (found === null || "gap" in found) throw new Error("It reports something.");
  return found;
}

it("a status and a value change their device only", () => {
  const lamp = shownOf(aDevice({ id: "a", name: "Lamp", values: [aValue()] }), ["devices:switch:a"]);
  expect(lamp).toMatchObject({ maySwitch: true, state: false, connected: false });
  const lit = after(lamp, heard("devices/a/status", status));
  expect(lit).toMatchObject({ state: true, taken: true, connected: true });
  const value = heard("devices/a/telemetry", { t: 21.5, other: 1 });
  expect(after(lit, value).values).toMatchObject([{ value: 21.5 }]);
  expect(after({ ...lit, id: "b" }, value).values).toMatchObject([{ value: 20 }]);
});

it("a value has the device's own time, one below an object its path, and an older one is ignored", () => {
  const values = [aValue(), aValue({ key: "air.humidity", value: 40 })];
  const shown = shownOf(aDevice({ id: "a", values }), []);
  const minuteLater = Date.parse(AT) + 60_000;
  const later = after(shown, heard("devices/a/telemetry", { ts: minuteLater, t: 22, air: { humidity: 54 } }));
  expect(later.values).toMatchObject([
    { value: 22, at: new Date(minuteLater).toISOString() },
    { value: 54, at: new Date(minuteLater).toISOString() },
  ]);
  expect(after(later, heard("devices/a/telemetry", { ts: minuteLater - 1, t: 1 })).values[0]?.value).toBe(22);
});

it("reads the list again after a gap and for a removed status, and ignores what it cannot read", () => {
  expect(heardOf({ event: "gap", data: '{"why":"x"}' })).toEqual({ gap: true });
  expect(heardOf(message("devices/a/status", ""))).toEqual({ gap: true });
  expect(heardOf(message("devices/a/telemetry", "warm"))).toBeNull();
  expect(heardOf({ event: "message", data: "{" })).toBeNull();
});

it("a control keeps what was asked for last beside a report; a guest that only sees has none", () => {
  const controls = [aControl({ reported: 20 }), aControl({ key: "c", wanted: 5, reported: 9 })];
  const device = aDevice({ id: "a", controls });
  expect(controlsOf(shownOf(device, []))).toEqual([]);
  const lamp = shownOf(device, ["devices:switch:a"]);
  const values = (shown: typeof lamp) => controlsOf(shown).map(({ wanted, reported }) => [wanted, reported]);
  const set = { b: 40, foreign: 1 };
  expect(values(after(lamp, heard("devices/a/status", { ...status, set })))).toEqual([
    [40, 20],
    [5, 9],
  ]);
  expect(values(withCommand(lamp, { state: null, set, taken: null }))).toEqual([
    [40, 20],
    [5, 9],
  ]);
  expect(values(after(lamp, heard("devices/a/telemetry", { b: 41, c: 6 })))).toEqual([
    [null, 41],
    [5, 6],
  ]);
});

it.each([
  ["humidity_percent", null, "%", "Humidity"],
  ["humidity_percent", "Moisture", "%", "Moisture"],
  ["humidity_percent", null, "g/m³", "Humidity percent"],
  ["outside_temperature_c", null, "°C", "Outside temperature"],
  ["wind_km_h", null, "km/h", "Wind"],
  ["phase_a", null, "A", "Phase a"],
  ["co2", null, "ppm", "Co2"],
])("the value %s, named %s, with the unit %s is %s", (key, name, unit, text) => {
  expect(valueName({ key, name, unit })).toBe(text);
});

it.each([
  ["en", "12 s ago", "3 h ago, overdue", "Imported hours only"],
  ["de", "vor 12 Sek.", "vor 3 Std., überfällig", "Nur importierte Stunden"],
  ["es", "hace 12 s", "hace 3 h, con retraso", "Solo horas importadas"],
  ["fr", "il y a 12 s", "il y a 3 h, en retard", "Heures importées seulement"],
])("a value has its age in %s", (language, fresh, overdue, imported) => {
  const words = wordsFor([language]);
  const now = Date.parse(AT);
  const age = (usual: number | null, ms: number) => {
    const { text, overdue: isOverdue } = valueAge({ at: AT }, usual, now + ms, words);
    return { text: text.replaceAll("\u00a0", " "), isOverdue };
  };
  expect(age(null, 12_000)).toEqual({ text: fresh, isOverdue: false });
  expect(age(60_000, 3 * 3_600_000)).toEqual({ text: overdue, isOverdue: true });
  expect(valueAge({ at: AT, average: true }, null, now, words).text).toBe(imported);
});

it.each([
  ["en", "until the end of Saturday, November 28, 2026", "from Saturday, November 28, 2026."],
  ["de", "bis einschließlich Samstag, 28. November 2026", "ab Samstag, 28. November 2026."],
  ["es", "hasta el final del sábado, 28 de noviembre de 2026", "desde el sábado, 28 de noviembre de 2026."],
  ["fr", "jusqu’à la fin du samedi 28 novembre 2026", "à partir du samedi 28 novembre 2026."],
])(
  "a link's days are said in %s as the owner chose them, and a moment within a day with its time",
  (language, until, from) => {
    const texts = momentTexts(wordsFor([language]));
    expect(texts.until(new Date(2026, 10, 29))).toMatch(new RegExp(`${until}$`));
    expect(texts.from(new Date(2026, 10, 28))).toMatch(new RegExp(`${from}$`));
    expect(texts.until(new Date(2026, 10, 28, 18, 30))).toMatch(/\b(6|18):30/);
    expect(texts.from(new Date(2026, 10, 28, 18, 30))).toMatch(/\b(6|18):30/);
  },
);

it.each([
  [["fr-CH", "de"], "fr"],
  [["ja", "de-AT"], "de"],
  [["es-MX"], "es"],
  [["ja"], "en"],
  [[], "en"],
])("speaks %j in %s", (languages, language) => {
  expect(wordsFor(languages).language).toBe(language);
});
