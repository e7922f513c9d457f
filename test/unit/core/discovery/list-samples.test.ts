/** What Home Assistant shows of a device that sends many samples in one message. Jinja 3.1.6 gives the same texts. */

import { expect, test } from "vitest";
import { ownAnnouncement } from "../../../../broker/discovery/own-announcement.ts";
import { renderTemplate } from "../../../support/home-assistant-template.ts";

function shown(key: string, payload: unknown, unit: string | null = "°C"): string {
  const measured = [{ key, name: null, unit }];
  const { cmps } = ownAnnouncement("user", { deviceId: "device", name: "Sensor", controls: [], measured });
  const { val_tpl } = (cmps as Record<string, { val_tpl?: string }>)[`telemetry_${key}`] ?? {};
  return renderTemplate(val_tpl, JSON.stringify(payload), "before");
}

test.each<[string, string, unknown, string]>([
  ["one sample", "t", { t: 1 }, "1"],
  [
    "the newest by age",
    "t",
    [
      { ts: -5, t: 1 },
      { ts: -1, t: 3 },
      { ts: -9, t: 4 },
    ],
    "3",
  ],
  [
    "the newest by clock",
    "t",
    [
      { ts: 1_795_954_050_720, t: 5 },
      { ts: 1_795_954_050_000, t: 6 },
    ],
    "5",
  ],
  ["the one without a time before all ages", "t", [{ ts: -5, t: 1 }, { t: 2 }, { ts: -1, t: 3 }], "2"],
  ["the last of those without a time", "t", [{ t: 1 }, { t: 2 }], "2"],
  ["the newest with the key", "t", [{ t: 1 }, { h: 2 }, { ts: -5, t: 9 }], "1"],
  [
    "an object inside",
    "a.b",
    [
      { ts: -1, a: { b: 2 } },
      { ts: -2, "a.b": 3 },
    ],
    "2",
  ],
  ["a joined key", "a.b", [{ ts: -1, "a.b": 4 }], "4"],
  ["the good entries", "t", [5, { t: 1 }, [{ t: 9 }]], "1"],
])("shows %s", (_, key, payload, text) => {
  expect(shown(key, payload)).toBe(text);
});

test.each([{ h: 2 }, [{ h: 2 }], [], 5, "abc", [5], [[1]]])("keeps its value for %j", (payload) => {
  expect([shown("t", payload), shown("t", payload, null)]).toEqual(["", "before"]);
  expect([shown("a.b", payload), shown("a.b", payload, null)]).toEqual(["", "before"]);
});
