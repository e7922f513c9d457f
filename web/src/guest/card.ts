/** The card of one device on a guest's page: name, presence, a switch with its controls, and values. */

import type { Proof } from "../devices/delivery.ts";
import { Chart, type Point } from "./chart.ts";
import { ControlRow, declarationOf } from "./control-row.ts";
import { element } from "./element.ts";
import { type SharedDevice, sureness, type Value } from "./shown.ts";
import type { Texts } from "./texts.ts";

/** What the page knows beside the device. */
export interface CardState {
  isLive: boolean;
  /** A command is on its way. */
  isPending: boolean;
  hasFailed: boolean;
  /** The last day of each value, by key. */
  history: ReadonlyMap<string, readonly Point[]>;
}

interface CardPort {
  texts: Texts;
  numbers: Intl.NumberFormat;
  press(): void;
  send(key: string, value: Value): void;
}

interface ValueRow {
  name: HTMLElement;
  value: HTMLElement;
  chart: Chart;
}

/** One element for each device, changed in place, so that the focus stays. */
export class Card {
  readonly root: HTMLElement;
  readonly #port: CardPort;
  readonly #name: HTMLElement;
  readonly #presence = element("p", { class: "text-sm text-soft" });
  readonly #proof = element("p", { class: "text-sm text-soft", role: "status" });
  readonly #controls = element("ul", { class: "grid gap-3" });
  readonly #values = element("dl", { class: "grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 text-sm" });
  readonly #word = element("span", { class: "switch-word", "aria-hidden": "true" });
  readonly #button = element("button", { type: "button", class: "switch", "data-size": "lg" });
  readonly #controlRows = new Map<string, ControlRow>();
  readonly #valueRows = new Map<string, ValueRow>();

  constructor(id: string, port: CardPort) {
    this.#port = port;
    const nameId = `name-${id}`;
    this.#name = element("h2", { id: nameId, dir: "auto", class: "text-lg font-semibold wrap-anywhere" });
    this.#button.append(this.#word, element("span", { class: "switch-lever", "aria-hidden": "true" }));
    this.#button.addEventListener("click", () => port.press());
    this.#controls.setAttribute("aria-labelledby", nameId);
    const words = element("div", { class: "grid min-w-0 gap-1" }, this.#name, this.#presence, this.#proof);
    const head = element(
      "div",
      { class: "flex flex-wrap items-center justify-between gap-4" },
      words,
      this.#button,
    );
    this.root = element(
      "li",
      { class: "grid min-w-0 gap-4 rounded-lg border border-hairline bg-panel p-4", "data-device": id },
      head,
      this.#controls,
      this.#values,
    );
  }

  draw(shown: SharedDevice, state: CardState): void {
    const { texts } = this.#port;
    this.#name.textContent = shown.name;
    const { connected } = sureness(shown, state.isLive);
    this.#presence.textContent = connected === null ? "" : connected ? texts.connected : texts.offline;
    this.#drawSwitch(shown, state);
    this.#drawControls(shown);
    this.#drawValues(shown, state);
  }

  #drawSwitch(shown: SharedDevice, { isLive, isPending, hasFailed }: CardState): void {
    const { texts } = this.#port;
    const word = shown.on ? texts.on : texts.off;
    this.#word.textContent = word;
    this.#button.hidden = !shown.maySwitch;
    const label = shown.on ? texts.turnOff : texts.turnOn;
    const { dataset } = this.#button;
    dataset.state = shown.on ? "on" : "off";
    const { proof } = sureness(shown, isLive);
    dataset.proof = proof;
    if (isPending) dataset.pending = "true";
    else delete dataset.pending;
    this.#button.setAttribute("aria-label", `${label} ${shown.name}`);
    this.#button.setAttribute("aria-busy", String(isPending));
    this.#proof.textContent = hasFailed ? texts.failed : `${word}${this.#proofText(proof, isPending)}`;
  }

  #proofText(proof: Proof, isPending: boolean): string {
    const { texts } = this.#port;
    if (isPending || proof === "waiting") return `. ${texts.waiting}`;
    return proof === "taken" || proof === "last known" ? `. ${texts.taken}` : "";
  }

  #drawControls({ controls }: SharedDevice): void {
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
        const { texts, send } = this.#port;
        row = new ControlRow(control, {
          texts,
          valueText: (value, unit) => this.#valueText(value, unit),
          send: (value) => send(key, value),
        });
        this.#controlRows.set(key, row);
        this.#controls.append(row.root);
      }
      row.draw(control);
    }
    this.#controls.hidden = controls.length === 0;
  }

  #drawValues({ values }: SharedDevice, { history }: CardState): void {
    for (const [key, { name, value, chart }] of this.#valueRows) {
      if (values.some((each) => each.key === key)) continue;
      for (const part of [name, value, chart.root]) part.remove();
      this.#valueRows.delete(key);
    }
    for (const { key, name, unit, value } of values) {
      const row = this.#valueRow(key);
      row.name.textContent = name;
      row.value.textContent = this.#valueText(value, unit);
      row.chart.draw(history.get(key) ?? [], (number) => this.#valueText(number, unit));
    }
    this.#values.hidden = values.length === 0;
  }

  #valueRow(key: string): ValueRow {
    const known = this.#valueRows.get(key);
    if (known !== undefined) return known;
    const chart = new Chart(this.#port.texts);
    const name = element("dt", { class: "text-soft wrap-anywhere", dir: "auto" });
    const value = element("dd", { class: "text-right font-medium tabular-nums wrap-anywhere", dir: "auto" });
    const row = { name, value, chart };
    this.#valueRows.set(key, row);
    this.#values.append(name, value, chart.root);
    return row;
  }

  #valueText(value: Value, unit: string | null): string {
    const { texts, numbers } = this.#port;
    if (typeof value === "string") return value;
    if (typeof value === "boolean") return value ? texts.yes : texts.no;
    return unit === null || unit === "" ? numbers.format(value) : `${numbers.format(value)}\u00a0${unit}`;
  }
}
