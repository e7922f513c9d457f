/** Counts the switches, lights and controls that the product finds in a set of announcements. */

import { announcedDevices } from "../../../broker/discovery/announced.ts";
import type { Announcement } from "../../../broker/discovery/bounds.ts";
import { GroupedParts } from "../../../broker/discovery/grouped-parts.ts";
import { announcedPart } from "../../../broker/discovery/home-assistant.ts";

/** A topic below the account's root, and a payload. */
export type Announced = readonly [topic: string, payload: string];

export interface Figures {
  announcements: number;
  /** Switches and lights, without settings of a device. */
  rows: number;
  switchable: number;
  /** Why a row is not switchable, and how many are not. */
  reasons: Map<string, number>;
  /** Controls of switchable rows, by kind. */
  controls: Map<string, number>;
  /** Numbers without bounds that a control accepts. */
  unbounded: number;
}

const MAX_TOPIC_BYTES = 512;

/** The announcements of one device. Topics that commands are sent to are free, as in a new account. */
export function listed(announced: readonly Announced[]): Announcement[] {
  const parts = new GroupedParts();
  const found = announced.flatMap(([topic, payload]) => announcedDevices(topic, payload, MAX_TOPIC_BYTES));
  for (const each of found) parts.count(each);
  for (const [topic, payload] of announced) {
    const part = announcedPart(topic, payload);
    if (part !== null) parts.add(part);
  }
  return found.map((each) => parts.join(each, MAX_TOPIC_BYTES, () => true));
}

const addTo = (counts: Map<string, number>, name: string): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1);

export function figuresOf(devices: Iterable<readonly Announced[]>): Figures {
  const figures = { announcements: 0, rows: 0, switchable: 0, unbounded: 0 };
  const reasons = new Map<string, number>();
  const controls = new Map<string, number>();
  for (const announced of devices) {
    figures.announcements += announced.length;
    for (const { how } of listed(announced)) {
      figures.rows++;
      if ("whyNot" in how) {
        addTo(reasons, how.whyNot);
        continue;
      }
      figures.switchable++;
      for (const { control, scale } of how.controls ?? []) {
        addTo(controls, scale === null ? control.kind : "brightness");
        if (control.kind === "number" && !(control.min < control.max)) figures.unbounded++;
      }
    }
  }
  return { ...figures, reasons, controls };
}
