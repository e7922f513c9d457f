/** A control of a device on a guest's page: its name, and an input by its kind. */

import type { DeviceControl } from "../../../worker/contract/controls.ts";
import type { Device } from "../../../worker/contract/devices.ts";
import {
  colorOf,
  controlName,
  controlValueText,
  differingValue,
  isFromBefore,
  shownValue,
} from "../devices/controls/control-words.ts";
import { CONTROL_COLORS } from "../devices/delivery.ts";
import type { Measured } from "../devices/values.ts";
import { BUTTON_CLASS, element, FIELD_CLASS } from "./element.ts";
import type { PageWords } from "./texts.ts";

interface RowPort {
  words: PageWords;
  /** Sends a value. A slider and a colour are sent when they are released. */
  send(value: Measured): void;
}

/** Draws a value that comes from elsewhere; null: unknown. */
type Draw = (value: Measured | null) => void;

interface MadeInput {
  nodes: HTMLElement[];
  draw: Draw;
}

const MAX_TEXT = 256;
const BLACK = "#000000";

export class ControlRow {
  readonly root: HTMLElement;
  /** Of which control it was made: another declaration needs another input. */
  readonly made: string;
  readonly #draw: Draw;
  readonly #words: PageWords;
  readonly #report = element("p", { role: "status", class: "text-xs text-soft sm:col-start-2" });

  constructor(control: DeviceControl, port: RowPort) {
    this.made = declarationOf(control);
    const { nodes, draw } = inputOf(control, port);
    this.#draw = draw;
    this.#words = port.words;
    const name = element("span", { dir: "auto", class: "text-sm font-medium wrap-anywhere" });
    // a button has its name on itself
    if (control.kind !== "button") name.textContent = controlName(control);
    const inputs = element("div", { class: "flex min-w-0 items-center gap-3" }, ...nodes);
    this.root = element("li", {
      class: "grid gap-x-4 gap-y-1 sm:grid-cols-[8rem_minmax(0,1fr)] sm:items-center",
    });
    this.root.append(name, inputs, this.#report);
  }

  draw(control: DeviceControl): void {
    this.#draw(shownValue(control));
  }

  /** A device that took a value may report another one, or have lost it since. */
  drawReport(device: Device, control: DeviceControl, now: number): void {
    const differing = differingValue(device, control, now);
    const { reports, beforeConnect } = this.#words;
    const isOld = isFromBefore(device, control);
    this.root.classList.toggle(CONTROL_COLORS["last known"], isOld);
    const doubt = isOld ? beforeConnect : "";
    const text =
      differing === null ? doubt : `${reports} ${controlValueText(control, differing, this.#words)}`;
    this.#report.hidden = text === "";
    if (this.#report.textContent !== text) this.#report.textContent = text;
  }
}

export const declarationOf = ({
  wanted: _,
  wanted_at: __,
  reported: ___,
  reported_at: ____,
  taken_before_connect: _____,
  ...declaration
}: DeviceControl): string => JSON.stringify(declaration);

function inputOf(control: DeviceControl, port: RowPort): MadeInput {
  switch (control.kind) {
    case "number":
      return slider(control, port);
    case "choice":
      return choice(control, port);
    case "toggle":
      return toggle(control, port);
    case "color":
      return color(control, port);
    case "text":
      return text(control, port);
    case "button":
      return press(control, port);
  }
}

const input = (control: DeviceControl, attributes: Record<string, string>) =>
  element("input", { "aria-label": controlName(control), autocomplete: "off", ...attributes });

function slider(control: DeviceControl, { send, words }: RowPort): MadeInput {
  const { min = 0, max = 100, step = 1 } = control;
  const range = input(control, {
    type: "range",
    min: String(min),
    max: String(max),
    step: String(step),
    class: "h-11 min-w-0 flex-1 touch-pan-y accent-(--control)",
  });
  const shown = element("span", { "aria-hidden": "true", class: "min-w-14 text-right text-sm tabular-nums" });
  let isMoving = false;
  const show = (value: number | null) => {
    const text = value === null ? null : controlValueText(control, value, words);
    range.toggleAttribute("data-unknown", text === null);
    range.setAttribute("aria-valuetext", text ?? words.notKnown);
    shown.textContent = text ?? "–";
  };
  range.addEventListener("input", () => {
    isMoving = true;
    show(range.valueAsNumber);
  });
  range.addEventListener("change", () => {
    isMoving = false;
    send(range.valueAsNumber);
  });
  const draw: Draw = (value) => {
    // a slider under a finger is never moved by others
    if (isMoving) return;
    const number = typeof value === "number" ? value : null;
    range.value = String(number ?? min);
    show(number);
  };
  return { nodes: [range, shown], draw };
}

function choice(control: DeviceControl, { send }: RowPort): MadeInput {
  const { options = [] } = control;
  const select = element("select", { "aria-label": controlName(control), class: FIELD_CLASS });
  const unknown = element("option", { value: "" }, "–");
  select.append(unknown, ...options.map((option) => element("option", {}, option)));
  select.addEventListener("change", () => {
    if (select.value !== "") send(select.value);
  });
  const draw: Draw = (value) => {
    const isKnown = typeof value === "string" && options.includes(value);
    unknown.hidden = isKnown;
    select.value = isKnown ? value : "";
  };
  return { nodes: [select], draw };
}

function toggle(control: DeviceControl, { send, words }: RowPort): MadeInput {
  const box = input(control, { type: "checkbox", class: "size-6" });
  const word = element("span", { "aria-hidden": "true" });
  box.addEventListener("change", () => send(box.checked));
  const label = element("label", { class: "flex h-11 items-center gap-3 pr-4 text-sm" }, box, word);
  const draw: Draw = (value) => {
    box.checked = value === true;
    // neither checked nor not: only the property says it
    box.indeterminate = value === null;
    box.classList.toggle("accent-(--control)", value !== null);
    box.classList.toggle("accent-(--edge)", value === null);
    word.textContent = value === null ? words.notKnown : controlValueText(control, value, words);
  };
  return { nodes: [label], draw };
}

function color(control: DeviceControl, { send, words }: RowPort): MadeInput {
  const picker = input(control, { type: "color", class: `${FIELD_CLASS} w-16! p-1! cursor-pointer` });
  const shown = element("span", { class: "text-xs text-soft" });
  picker.addEventListener("change", () => send(picker.value));
  const draw: Draw = (value) => {
    const known = colorOf(value);
    picker.value = known ?? BLACK;
    picker.toggleAttribute("data-unknown", known === null);
    picker.classList.toggle("border-dashed!", known === null);
    shown.classList.toggle("font-mono", known !== null);
    shown.textContent = value === null ? words.notKnown : String(value);
  };
  return { nodes: [picker, shown], draw };
}

function text(control: DeviceControl, { send, words }: RowPort): MadeInput {
  const field = input(control, {
    type: "text",
    dir: "auto",
    maxlength: String(MAX_TEXT),
    class: FIELD_CLASS,
  });
  const submit = element("button", { class: `${BUTTON_CLASS} shrink-0` }, words.send);
  submit.setAttribute("aria-label", `${words.send} ${controlName(control)}`);
  const form = element("form", { class: "flex w-full min-w-0 gap-2" }, field, submit);
  let typed = false;
  field.addEventListener("input", () => {
    typed = true;
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    typed = false;
    send(field.value);
  });
  const draw: Draw = (value) => {
    if (!typed) field.value = value === null ? "" : String(value);
  };
  return { nodes: [form], draw };
}

function press(control: DeviceControl, { send }: RowPort): MadeInput {
  const button = element(
    "button",
    { type: "button", dir: "auto", class: BUTTON_CLASS },
    controlName(control),
  );
  button.addEventListener("click", () => send(true));
  return { nodes: [button], draw: () => {} };
}
