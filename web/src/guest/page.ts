/** The screen of a guest's page: reads its devices, follows them, and says when the link has ended. */

import { Card, element } from "./card.ts";
import { CallFailed, GuestLink } from "./link.ts";
import { after, type SharedDevice, shownOf } from "./shown.ts";
import type { Texts } from "./texts.ts";

/** Waits between two attempts: the first is short, because a change of the link closes the stream. Milliseconds. */
const WAITS_MS = [100, 1_000, 2_000, 5_000, 10_000, 30_000];
/** A stream that lasted this long was no failure. Milliseconds. */
const LASTED_MS = 2_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export class GuestPage {
  readonly #texts: Texts;
  readonly #numbers: Intl.NumberFormat;
  readonly #moments: Intl.DateTimeFormat;
  readonly #root: HTMLElement;
  readonly #note = element("p", { role: "status", class: "text-sm text-soft" });
  readonly #list = element("ul", { class: "grid gap-4" });
  #link: GuestLink | null = null;
  #token = "";
  #end: string | null = null;
  #scopes: readonly string[] = [];
  #devices: SharedDevice[] = [];
  readonly #cards = new Map<string, Card>();
  readonly #pending = new Set<string>();
  readonly #failed = new Set<string>();
  #isLive = false;
  #hasRead = false;

  constructor(root: HTMLElement, texts: Texts, language: string) {
    this.#root = root;
    this.#texts = texts;
    this.#numbers = new Intl.NumberFormat(language, { maximumSignificantDigits: 6 });
    this.#moments = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "short" });
  }

  start(token: string | null): void {
    document.title = this.#texts.title;
    if (token === null) {
      this.#over();
      return;
    }
    this.#token = token;
    this.#link = new GuestLink(token);
    this.#root.replaceChildren(
      element("h1", { class: "text-xl font-semibold" }, this.#texts.title),
      this.#note,
      this.#list,
    );
    this.#draw();
    void this.#follow(this.#link);
  }

  /** Reads and follows again and again, until the link has ended. */
  async #follow(link: GuestLink): Promise<void> {
    for (let failures = 0; ; failures++) {
      const began = Date.now();
      try {
        await this.#once(link);
      } catch (error) {
        if (error instanceof CallFailed && (error.status === 401 || error.status === 403))
          return this.#over();
      }
      if (Date.now() - began > LASTED_MS) failures = 0;
      this.#isLive = false;
      // a change of the link closes the stream: no word of it unless the next attempt fails, too
      if (failures > 0) this.#draw();
      await pause(WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] ?? 0);
    }
  }

  /** Opens the stream, reads the devices, and follows them until it ends. */
  async #once(link: GuestLink): Promise<void> {
    const heard = await link.follow();
    await this.#read(link);
    this.#isLive = true;
    this.#draw();
    for await (const each of heard) {
      if ("gap" in each) await this.#read(link);
      else this.#devices = this.#devices.map((shown) => after(shown, each));
      this.#draw();
    }
  }

  async #read(link: GuestLink): Promise<void> {
    const [{ scopes, expires_at }, devices] = await Promise.all([link.scopes(), link.devices()]);
    this.#scopes = scopes;
    this.#end = expires_at;
    this.#devices = devices.map((device) => shownOf(device, this.#scopes));
    this.#hasRead = true;
    this.#offerInstall();
  }

  async #press(id: string): Promise<void> {
    const shown = this.#devices.find((each) => each.id === id);
    if (shown === undefined || this.#link === null || this.#pending.has(id)) return;
    this.#pending.add(id);
    this.#failed.delete(id);
    this.#draw();
    try {
      const outcome = await this.#link.switch(id, !shown.on);
      const taken = outcome.delivered_at !== null;
      this.#devices = this.#devices.map((each) =>
        each.id === id ? { ...each, on: !shown.on, taken, connected: outcome.device_connected } : each,
      );
    } catch (error) {
      this.#failed.add(id);
      if (error instanceof CallFailed && error.status === 401) return this.#over();
    } finally {
      this.#pending.delete(id);
    }
    this.#draw();
  }

  #draw(): void {
    this.#note.textContent = this.#noteText();
    for (const [id, { root }] of this.#cards) {
      if (this.#devices.some((shown) => shown.id === id)) continue;
      root.remove();
      this.#cards.delete(id);
    }
    for (const shown of this.#devices) {
      const card = this.#cardOf(shown.id);
      const isPending = this.#pending.has(shown.id);
      card.draw(
        shown,
        { isLive: this.#isLive, isPending, hasFailed: this.#failed.has(shown.id) },
        this.#numbers,
      );
    }
  }

  #cardOf(id: string): Card {
    const known = this.#cards.get(id);
    if (known !== undefined) return known;
    const card = new Card(id, this.#texts, () => void this.#press(id));
    this.#cards.set(id, card);
    this.#list.append(card.root);
    return card;
  }

  #noteText(): string {
    const { loading, lost, none, until } = this.#texts;
    if (!this.#isLive) return this.#hasRead ? lost : loading;
    if (this.#devices.length === 0) return none;
    return this.#end === null ? "" : `${until} ${this.#moments.format(new Date(this.#end))}`;
  }

  /** The link has ended, or has not begun. Nothing of it is shown any more. */
  #over(): void {
    this.#devices = [];
    document.title = this.#texts.over;
    this.#root.replaceChildren(
      element("h1", { class: "text-xl font-semibold" }, this.#texts.over),
      element("p", { role: "status" }, this.#texts.askAgain),
    );
  }

  /** An installed page has the name of its device, and starts with the link. */
  #offerInstall(): void {
    const [first, ...others] = this.#devices;
    const name = first === undefined || others.length > 0 ? this.#texts.title : first.name;
    document.title = name;
    const icon = (size: number) => ({
      src: `${location.origin}/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: "image/png",
    });
    const manifest = {
      name,
      short_name: name,
      start_url: `${location.origin}/guest#${this.#token}`,
      scope: `${location.origin}/guest`,
      display: "standalone",
      icons: [icon(192), icon(512)],
    };
    const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
    if (link === null) return;
    if (link.href.startsWith("blob:")) URL.revokeObjectURL(link.href);
    link.href = URL.createObjectURL(
      new Blob([JSON.stringify(manifest)], { type: "application/manifest+json" }),
    );
  }
}
