/** The card of one device on a guest's page: name, presence, a switch with its controls, and values. */

import type { DeviceControl } from "../../../worker/contract/controls.ts";
import { CONTROL_COLORS, type Proof } from "../devices/delivery.ts";
import type { Measured } from "../devices/values.ts";
import { ControlRow, declarationOf } from "./control-row.ts";
import { element } from "./element.ts";
import type { Day } from "./history.ts";
import { controlsOf, type SharedDevice, sureness } from "./shown.ts";
import type { PageWords } from "./texts.ts";
import { ValueRow } from "./value-row.ts";

/** What the page knows beside the device. */
export interface CardState {
  isLive: boolean;
  /** A command is on its way. */
  isPending: boolean;
  hasFailed: boolean;
  /** The owner was asked: what became of the order. Null without one. */
  asked: keyof PageWords["asked"] | null;
  /** The last day of each value, by key. */
  history: ReadonlyMap<string, Day>;
}

interface CardPort {
  words: PageWords;
  press(): void;
  send(key: string, value: Measured): void;
}

type Sureness = ReturnType<typeof sureness>;

/**
 * Why the page is sure of a state, or that it is not. An unconfirmed command may still be on its way, and a device that
 * is connected again may have restarted without its last state.
 */
export function proofText({ proof, connected }: Sureness, isPending: boolean, words: PageWords): string {
  if (isPending) return words.waiting;
  const texts: Record<Proof, string> = {
    taken: words.taken,
    "last known": connected ? words.beforeConnect : words.lastKnown,
    waiting: words.waiting,
    unknown: words.unconfirmed,
  };
  return texts[proof];
}

export function presenceText(connected: boolean | null, words: PageWords): string {
  if (connected === null) return words.notKnown;
  return connected ? words.connected : words.offline;
}

/** One element for each device, changed in place, so that the focus stays. */
export class Card {
  readonly root: HTMLElement;
  readonly #port: CardPort;
  readonly #name: HTMLElement;
  readonly #presence = element("p", { class: "text-sm text-soft" });
  readonly #proof = element("p", { class: "text-sm text-soft", role: "status" });
  readonly #controls = element("ul");
  readonly #values = element("dl", { class: "grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 text-sm" });
  readonly #word = element("span", { class: "switch-word", "aria-hidden": "true" });
  readonly #button = element("button", { type: "button", class: "switch shrink-0", "data-size": "lg" });
  readonly #controlRows = new Map<string, ControlRow>();
  readonly #valueRows = new Map<string, ValueRow>();
  #shown: SharedDevice | null = null;

  constructor(id: string, port: CardPort) {
    this.#port = port;
    const nameId = `name-${id}`;
    this.#name = element("h2", { id: nameId, dir: "auto", class: "text-lg font-semibold wrap-anywhere" });
    this.#button.append(this.#word, element("span", { class: "switch-lever", "aria-hidden": "true" }));
    this.#button.addEventListener("click", () => port.press());
    this.#controls.setAttribute("aria-labelledby", nameId);
    const words = element(
      "div",
      { class: "grid min-w-0 flex-1 gap-1" },
      this.#name,
      this.#presence,
      this.#proof,
    );
    // a longer sentence never moves the switch
    const head = element("div", { class: "flex items-center justify-between gap-4" }, words, this.#button);
    this.root = element(
      "li",
      { class: "grid min-w-0 gap-4 rounded-lg border border-hairline bg-panel p-4", "data-device": id },
      head,
      this.#controls,
      this.#values,
    );
  }

  draw(shown: SharedDevice, state: CardState): void {
    this.#shown = shown;
    this.#name.textContent = shown.name;
    const { connected, proof } = sureness(shown, state.isLive);
    this.#presence.textContent = presenceText(connected, this.#port.words);
    this.#drawSwitch(shown, state);
    this.#controls.className = `grid gap-3 ${CONTROL_COLORS[proof]}`;
    this.#drawControls(controlsOf(shown));
    this.#drawValues(shown, state);
    this.tick();
  }

  /** Draws what changes with the time alone: the age of values, and reports that differ from a command. */
  tick(): void {
    const shown = this.#shown;
    if (shown === null) return;
    const now = Date.now();
    for (const row of this.#valueRows.values()) row.drawAge(now);
    for (const control of controlsOf(shown)) {
      this.#controlRows.get(control.key)?.drawReport(shown, control, now);
    }
  }

  #drawSwitch(shown: SharedDevice, { isLive, isPending, hasFailed, asked }: CardState): void {
    const { words } = this.#port;
    const word = shown.state ? words.on : words.off;
    this.#word.textContent = word;
    this.#button.hidden = !shown.maySwitch;
    const label = shown.state ? words.turnOff : words.turnOn;
    const { dataset } = this.#button;
    dataset.state = shown.state ? "on" : "off";
    const sure = sureness(shown, isLive);
    dataset.proof = sure.proof;
    if (isPending) dataset.pending = "true";
    else delete dataset.pending;
    this.#button.setAttribute("aria-label", `${label} ${shown.name}`);
    this.#button.setAttribute("aria-busy", String(isPending));
    const proof = `${word}. ${proofText(sure, isPending, words)}`;
    const answer = asked === null ? "" : `${words.asked[asked]} `;
    const sentence = hasFailed ? words.failed : answer + proof;
    // a status that is written again is read aloud again
    if (this.#proof.textContent !== sentence) this.#proof.textContent = sentence;
  }

  #drawControls(controls: readonly DeviceControl[]): void {
    const made = controls.map(declarationOf);
    for (const [key, row] of this.#controlRows) {
      if (made.includes(row.made)) continue;
      row.root.remove();
      this.#controlRows.delete(key);
    }
    for (const control of controls) {
      const { key } = control;
      let row = this.#controlRows.get(key);
      if (row === undefined) {
        const { words, send } = this.#port;
        row = new ControlRow(control, { words, send: (value) => send(key, value) });
        this.#controlRows.set(key, row);
        this.#controls.append(row.root);
      }
      row.draw(control);
    }
    this.#controls.hidden = controls.length === 0;
  }

  #drawValues({ values }: SharedDevice, { history }: CardState): void {
    for (const [key, row] of this.#valueRows) {
      if (values.some((each) => each.key === key)) continue;
      row.remove();
      this.#valueRows.delete(key);
    }
    const now = Date.now();
    for (const value of values) this.#valueRow(value.key).draw(value, history.get(value.key), now);
    this.#values.hidden = values.length === 0;
  }

  #valueRow(key: string): ValueRow {
    const known = this.#valueRows.get(key);
    if (known !== undefined) return known;
    const row = new ValueRow(this.#port.words);
    this.#valueRows.set(key, row);
    this.#values.append(...row.parts);
    return row;
  }
}
