/** The card of one device on a guest's page: name, presence, values, and a switch where the guest may switch. */

import { proofOf, type SharedDevice } from "./shown.ts";
import type { Texts } from "./texts.ts";

type Child = Node | string;

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** What the page knows beside the device. */
export interface CardState {
  isLive: boolean;
  /** A command is on its way. */
  isPending: boolean;
  hasFailed: boolean;
}

/** One element for each device, changed in place, so that the focus stays. */
export class Card {
  readonly root: HTMLElement;
  readonly #texts: Texts;
  readonly #name: HTMLElement;
  readonly #presence = element("p", { class: "text-sm text-soft" });
  readonly #proof = element("p", { class: "text-sm text-soft", role: "status" });
  readonly #values = element("dl", { class: "grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm" });
  readonly #word = element("span", { class: "switch-word", "aria-hidden": "true" });
  readonly #button = element("button", { type: "button", class: "switch", "data-size": "lg" });

  constructor(id: string, texts: Texts, press: () => void) {
    this.#texts = texts;
    const nameId = `name-${id}`;
    this.#name = element("h2", { id: nameId, dir: "auto", class: "text-lg font-semibold wrap-anywhere" });
    this.#button.setAttribute("aria-describedby", nameId);
    this.#button.append(this.#word, element("span", { class: "switch-lever", "aria-hidden": "true" }));
    this.#button.addEventListener("click", press);
    const words = element("div", { class: "grid min-w-0 gap-1" }, this.#name, this.#presence, this.#proof);
    const head = element(
      "div",
      { class: "flex flex-wrap items-center justify-between gap-4" },
      words,
      this.#button,
    );
    this.root = element(
      "li",
      { class: "grid gap-3 rounded-lg border border-hairline bg-panel p-4" },
      head,
      this.#values,
    );
  }

  draw(shown: SharedDevice, state: CardState, numbers: Intl.NumberFormat): void {
    const texts = this.#texts;
    this.#name.textContent = shown.name;
    this.#presence.textContent = shown.connected ? texts.connected : texts.offline;
    this.#drawSwitch(shown, state);
    const rows = shown.values.flatMap(({ name, unit, value }) => [
      element("dt", { class: "text-soft wrap-anywhere", dir: "auto" }, name),
      element("dd", { class: "wrap-anywhere", dir: "auto" }, this.#valueText(value, unit, numbers)),
    ]);
    this.#values.replaceChildren(...rows);
    this.#values.hidden = rows.length === 0;
  }

  #drawSwitch(shown: SharedDevice, { isLive, isPending, hasFailed }: CardState): void {
    const texts = this.#texts;
    const proof = proofOf(shown, isLive);
    const word = shown.on ? texts.on : texts.off;
    this.#word.textContent = word;
    this.#button.hidden = !shown.maySwitch;
    const label = shown.on ? texts.turnOff : texts.turnOn;
    const { dataset } = this.#button;
    dataset.state = shown.on ? "on" : "off";
    dataset.proof = proof;
    if (isPending) dataset.pending = "true";
    else delete dataset.pending;
    this.#button.setAttribute("aria-label", label);
    this.#button.setAttribute("aria-busy", String(isPending));
    this.#proof.textContent = hasFailed ? texts.failed : `${word}${this.#proofText(shown, isPending)}`;
  }

  #proofText({ taken }: SharedDevice, isPending: boolean): string {
    if (isPending || taken === false) return `. ${this.#texts.waiting}`;
    return taken ? `. ${this.#texts.taken}` : "";
  }

  #valueText(value: number | boolean | string, unit: string | null, numbers: Intl.NumberFormat): string {
    if (typeof value === "string") return value;
    if (typeof value === "boolean") return value ? this.#texts.yes : this.#texts.no;
    return unit === null ? numbers.format(value) : `${numbers.format(value)}\u00a0${unit}`;
  }
}
