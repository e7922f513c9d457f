/**
 * Subscriptions of a session that ends with its connection. They are in the socket's attachment, because a row for each
 * would be the most expensive part of a SUBSCRIBE. They survive hibernation; a crash ends them with the session.
 * Subscriptions without room are rows.
 *
 * They are stored as one text, because a text is copied and objects are walked: `{head}\0`, the common prefix of
 * filters, then for each `{options}{+, where the head is left out, or -}{filter}\0`. No filter contains NUL
 * [MQTT-1.5.4-2].
 */

import type { Subscription } from "../../session/effect.ts";
import type { QoS } from "../../session/packet.ts";

/** Bytes for subscriptions, of an attachment's 16,384. */
const ROOM = 6144;
const END = "\0";

/** A text is stored with one byte per character, or with two if one character needs them. */
const isWide = (text: string): boolean => /[\u0100-\uffff]/.test(text);
const bytesOf = (characters: number, wide: boolean): number => (wide ? 2 : 1) * characters;

const headOf = (filter: string): string => filter.slice(0, filter.indexOf("/") + 1);

/** QoS and options are four bits, the identifier is above them. */
const optionsOf = ({ qos, noLocal, retainAsPublished, identifier }: Subscription): string =>
  (qos + (noLocal ? 4 : 0) + (retainAsPublished ? 8 : 0) + identifier * 16).toString(36);
const isShort = ({ filter }: Subscription, head: string): boolean => head !== "" && filter.startsWith(head);

function lineOf(each: Subscription, head: string): string {
  const filter = isShort(each, head) ? `+${each.filter.slice(head.length)}` : `-${each.filter}`;
  return optionsOf(each) + filter + END;
}

/** Characters of its line. */
const lengthOf = (each: Subscription, head: string): number =>
  optionsOf(each).length + 1 + each.filter.length - (isShort(each, head) ? head.length : 0) + END.length;

function subscriptionOf(line: string, head: string): Subscription {
  const sign = line.search(/[+-]/);
  const options = Number.parseInt(line.slice(0, sign), 36);
  return {
    filter: (line[sign] === "+" ? head : "") + line.slice(sign + 1),
    qos: (options & 3) as QoS,
    noLocal: (options & 4) !== 0,
    retainAsPublished: (options & 8) !== 0,
    identifier: Math.floor(options / 16),
  };
}

function read(text: string): Map<string, Subscription> {
  const [head = "", ...lines] = text.split(END);
  const subscriptions = lines.slice(0, -1).map((line) => subscriptionOf(line, head));
  return new Map(subscriptions.map((each) => [each.filter, each]));
}

/** The size of the text with everything that the turn has reserved. */
interface Reserved {
  turn: number;
  head: string;
  characters: number;
  wide: boolean;
}

export class SmallSubscriptions {
  /** Null until it is needed: an object that wakes reads the texts of all its connections. */
  #subscriptions: Map<string, Subscription> | null = null;
  /** Encoded as in the attachment; empty without subscriptions. Only this class writes it. */
  text: string;
  #head: string;
  #reserved: Reserved = { turn: 0, head: "", characters: 0, wide: false };
  /** Incremented with each change: the attachment writer compares it. */
  changes = 0;

  constructor(kept = "") {
    this.text = kept;
    this.#head = kept.slice(0, kept.indexOf(END));
  }

  get #byFilter(): Map<string, Subscription> {
    this.#subscriptions ??= read(this.text);
    return this.#subscriptions;
  }

  all(): Iterable<Subscription> {
    return this.#byFilter.values();
  }

  has(filter: string): boolean {
    return this.#byFilter.has(filter);
  }

  /** Returns whether there is room for it, beside what the same turn has reserved. */
  reserve(turn: number, subscription: Subscription): boolean {
    if (this.#reserved.turn !== turn) this.#reserved = this.#nothingReserved(turn, subscription);
    const { head, characters } = this.#reserved;
    const more = characters + lengthOf(subscription, head);
    const wide = this.#reserved.wide || isWide(subscription.filter);
    if (bytesOf(more, wide) > ROOM) return this.has(subscription.filter);
    this.#reserved = { turn, head, characters: more, wide };
    return true;
  }

  /** The first subscription written decides the head. */
  #nothingReserved(turn: number, { filter }: Subscription): Reserved {
    if (this.text !== "") {
      return { turn, head: this.#head, characters: this.text.length, wide: isWide(this.text) };
    }
    const head = headOf(filter);
    return { turn, head, characters: head.length + END.length, wide: isWide(head) };
  }

  put(subscription: Subscription): void {
    this.remove(subscription.filter);
    this.#add(subscription);
  }

  #add(subscription: Subscription): void {
    const { filter } = subscription;
    this.#byFilter.set(filter, subscription);
    if (this.text === "") {
      this.#head = headOf(filter);
      this.text = this.#head + END;
    }
    this.text += lineOf(subscription, this.#head);
    this.changes++;
  }

  remove(filter: string): void {
    if (!this.#byFilter.delete(filter)) return;
    const left = [...this.#byFilter.values()];
    this.#byFilter.clear();
    this.text = "";
    for (const each of left) this.#add(each);
    this.changes++;
  }
}
