/**
 * Numbers, selects, texts and buttons that are announced on topics of their own, as Zigbee2MQTT does: each becomes a control of the one
 * switch or light with the same device identifiers. Of several switches, no announcement says which one it belongs to.
 */

import { type AnnouncedPart, withParts } from "./announced-controls.ts";
import { type Announcement, bounded } from "./bounds.ts";

/** A part, with the identifiers of the device that it belongs to. */
export interface PartOfDevice extends AnnouncedPart {
  identifiers: readonly string[];
}

/** Announcements of parts that are remembered while a list is read. */
const MAX_PARTS = 1000;

export class GroupedParts {
  readonly #parts: PartOfDevice[] = [];
  /** How many switches and lights have an identifier. */
  readonly #switches = new Map<string, number>();

  add(part: PartOfDevice): void {
    if (this.#parts.length < MAX_PARTS) this.#parts.push(part);
  }

  /** Counts a switch or light, also an adopted one. */
  count({ identifiers = [] }: Announcement): void {
    for (const each of new Set(identifiers)) this.#switches.set(each, (this.#switches.get(each) ?? 0) + 1);
  }

  /** Adds the controls of its parts, after all announcements are read. `mayCommand`: whether the topic is free. */
  join(found: Announcement, maxTopicBytes: number, mayCommand: (topic: string) => boolean): Announcement {
    const { how, identifiers = [] } = found;
    if ("whyNot" in how || this.#parts.length === 0) return found;
    const own = new Set(identifiers.filter((each) => this.#switches.get(each) === 1));
    const parts = this.#parts.filter((part) => part.identifiers.some((each) => own.has(each)));
    if (parts.length === 0) return found;
    const controls = withParts(how.controls ?? [], parts).filter(
      (control) => how.controls?.includes(control) || mayCommand(control.commandTopic ?? ""),
    );
    return bounded({ ...found, how: { ...how, controls } }, maxTopicBytes);
  }
}
