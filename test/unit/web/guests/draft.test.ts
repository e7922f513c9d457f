import { expect, it } from "vitest";
import {
  beginText,
  bodyOf,
  draftOf,
  endText,
  mistakesOf,
  newDraft,
  sentenceOf,
} from "../../../../web/src/features/guests/draft.ts";
import { aGuest } from "../../../support/nouns.ts";

const NOW = new Date("2026-11-27T12:00:00Z");

it("says in plain words who can do what until when, before the link is made", () => {
  const draft = newDraft(["a", "b"]);
  expect(sentenceOf({ ...draft, end: "day", day: "2026-11-29" }, ["Lamp", "Fan"], NOW)).toBe(
    "Anyone with this link can switch Lamp and Fan until the end of Sunday, Nov 29.",
  );
  expect(sentenceOf({ ...draft, may: "see", end: "never" }, ["Lamp"], NOW)).toBe(
    "Anyone with this link can see Lamp, until you end it.",
  );
  expect(sentenceOf({ ...draft, end: "never" }, ["A", "B", "C", "D"], NOW)).toContain("4 devices");
});

it("a list names the days of a link as the owner chose them", () => {
  const { starts_at = null, ends_at = null } = bodyOf(
    { ...newDraft(["a"]), end: "day", day: "2026-11-28", firstDay: "2026-11-28" },
    NOW,
  );
  expect(beginText(starts_at ?? "")).toBe("from Saturday, Nov 28");
  expect(endText(ends_at ?? "", NOW)).toBe("until the end of Saturday, Nov 28");
  expect(endText(ends_at ?? "", new Date("2026-12-24"))).toBe("ended at the end of Saturday, Nov 28");
  expect(endText(new Date(2026, 10, 28, 18, 30).toISOString(), NOW)).toBe("until Nov 28, 6:30 PM");
});

it("reports a missing device and a missing date", () => {
  expect(mistakesOf({ ...newDraft([]), end: "day" })).toEqual({
    devices: ["Choose a device."],
    ends_at: ["Choose a date."],
  });
});

it("an edited link that is not touched keeps its days", () => {
  const draft = { ...newDraft(["a"]), name: "Anna", end: "day" as const, day: "2026-12-24" };
  const body = bodyOf({ ...draft, firstDay: "2026-12-01", note: "Ring 12, I am upstairs" }, NOW);
  const { starts_at = null, ends_at = null, note = null } = body;
  const guest = aGuest({ ...body, starts_at, ends_at, note });
  expect(bodyOf(draftOf(guest), NOW)).toEqual(body);
});
