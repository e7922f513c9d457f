/** The screen of a guest's page: reads its devices, follows them, and says when the link has ended. */

import { answered, begin } from "../devices/delivery.ts";
import { Card } from "./card.ts";
import { element } from "./element.ts";
import { ValueHistory } from "./history.ts";
import { offerInstall } from "./install.ts";
import { CallFailed, type GuestCommand, GuestLink, type Heard } from "./link.ts";
import { after, type SharedDevice, shownOf, withCommand } from "./shown.ts";
import { momentTexts, type PageWords } from "./texts.ts";

/** Waits between two attempts: the first is short, because a change of the link closes the stream. Milliseconds. */
const WAITS_MS = [100, 1_000, 2_000, 5_000, 10_000, 30_000];
/** A stream that lasted this long was no failure. Milliseconds. */
const LASTED_MS = 2_000;
/** How long a lost stream may take to return before the page says so. Milliseconds. */
const UNNOTICED_MS = 2_000;
/** How often ages of values are written. Milliseconds. */
const TICK_MS = 1_000;
/** How often the page asks whether the owner has answered. */
const ASK_EVERY_MS = 3_000;
/** The longest timer of browsers. Milliseconds. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const isEnd = (error: unknown): error is CallFailed =>
  error instanceof CallFailed && (error.status === 401 || error.status === 403);

/** The owner's words stand apart from those of the page. */
const ownerNoteElement = () =>
  element("p", {
    class: "border-l-2 border-edge pl-3 whitespace-pre-line wrap-anywhere",
    dir: "auto",
  });

export class GuestPage {
  readonly #words: PageWords;
  readonly #moments: ReturnType<typeof momentTexts>;
  readonly #root: HTMLElement;
  readonly #note = element("p", { role: "status", class: "text-sm text-soft" });
  readonly #list = element("ul", { class: "grid grid-cols-1 gap-4" });
  #link: GuestLink | null = null;
  #history: ValueHistory | null = null;
  #token = "";
  #end: string | null = null;
  /** What the owner wrote for this guest. */
  #ownerNote: string | null = null;
  readonly #ownerNoteShown = ownerNoteElement();
  #scopes: readonly string[] = [];
  #devices: SharedDevice[] = [];
  readonly #cards = new Map<string, Card>();
  /** Commands on their way, by device. */
  readonly #pending = new Map<string, GuestCommand>();
  readonly #failed = new Set<string>();
  /** Of devices whose owner was asked: what became of the last order. */
  readonly #asked = new Map<string, { order: string; state: keyof PageWords["asked"] }>();
  /** How many statuses of a device arrived. The answer to a command is older than one that arrives before it. */
  readonly #statuses = new Map<string, number>();
  #isLive = false;
  #hasRead = false;

  constructor(root: HTMLElement, words: PageWords) {
    this.#root = root;
    this.#words = words;
    this.#moments = momentTexts(words);
    setInterval(() => {
      if (document.visibilityState === "visible") for (const card of this.#cards.values()) card.tick();
    }, TICK_MS);
  }

  start(token: string | null): void {
    document.title = this.#words.title;
    if (token === null) {
      this.#over();
      return;
    }
    this.#token = token;
    this.#begin();
  }

  #begin(): void {
    const link = new GuestLink(this.#token);
    this.#link = link;
    this.#history = new ValueHistory(link, () => this.#draw());
    this.#root.replaceChildren(
      element("h1", { class: "text-xl font-semibold" }, this.#words.title),
      this.#ownerNoteShown,
      this.#note,
      this.#list,
    );
    this.#draw();
    void this.#follow(link);
  }

  /** Reads and follows again and again, until the link has ended. */
  async #follow(link: GuestLink): Promise<void> {
    for (let failures = 0; ; failures++) {
      const began = Date.now();
      try {
        await this.#once(link);
      } catch (error) {
        if (isEnd(error)) {
          this.#ownerNote = error.note ?? this.#ownerNote;
          return error.startsAt === null ? this.#over() : this.#early(error.startsAt);
        }
      }
      if (Date.now() - began > LASTED_MS) failures = 0;
      this.#isLive = false;
      // a change of the link closes the stream: no word of it unless the next attempt fails or lasts
      if (failures > 0) this.#draw();
      else setTimeout(() => this.#draw(), UNNOTICED_MS);
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
      else this.#hear(each);
      this.#draw();
    }
  }

  #hear(heard: Exclude<Heard, { gap: true }>): void {
    this.#devices = this.#devices.map((shown) => after(shown, heard));
    if ("values" in heard) this.#history?.add(heard.device, heard.values);
    else this.#statuses.set(heard.device, (this.#statuses.get(heard.device) ?? 0) + 1);
  }

  async #read(link: GuestLink): Promise<void> {
    const [{ scopes, expires_at, note }, devices] = await Promise.all([link.scopes(), link.devices()]);
    this.#scopes = scopes;
    this.#end = expires_at;
    this.#ownerNote = note;
    this.#devices = devices.map((device) => shownOf(device, this.#scopes));
    this.#hasRead = true;
    this.#history?.read(this.#devices);
    document.title = offerInstall(this.#token, this.#devices, this.#words.title);
  }

  #press(id: string): void {
    const shown = this.#devices.find((each) => each.id === id);
    if (shown === undefined || this.#pending.has(id)) return;
    void this.#command(id, { state: !shown.state });
  }

  async #command(id: string, command: GuestCommand): Promise<void> {
    const link = this.#link;
    if (link === null) return;
    this.#pending.set(id, command);
    this.#failed.delete(id);
    this.#asked.delete(id);
    const { set = null } = command;
    if (set !== null)
      this.#change(id, (shown) => withCommand(shown, { state: null, set, taken: shown.taken }));
    this.#draw();
    try {
      await this.#send(link, id, command);
    } catch (error) {
      if (error instanceof CallFailed && error.status === 401) return this.#over();
      this.#failed.add(id);
      // the device was deleted, or is not shared any more; and a value that was not accepted is not shown
      await this.#read(link).catch(() => {});
    } finally {
      // a later command of the same device is still on its way
      if (this.#pending.get(id) === command) this.#pending.delete(id);
    }
    this.#draw();
  }

  /** Sends a command and writes its answer, unless the page knows more than the answer by then. */
  async #send(link: GuestLink, id: string, command: GuestCommand): Promise<void> {
    const { state = null, set = null } = command;
    const [begun, statuses] = [performance.now(), this.#statuses.get(id)];
    const outcome = await link.switch(id, command);
    if ("approval" in outcome) return void this.#awaitOwner(link, id, outcome.approval);
    const shown = this.#devices.find((each) => each.id === id);
    if (shown === undefined || this.#statuses.get(id) !== statuses) return;
    const waited = { ms: performance.now() - begun, commandTtl: shown.command_ttl };
    if (answered(begin(state === false ? "off" : "on"), outcome, waited).phase === "replaced") return;
    const taken = outcome.delivered_at !== null;
    this.#change(id, (each) => withCommand(each, { state, set, taken }));
    // the answer lacks the time of the connection
    if (shown.connected !== outcome.device_connected) await this.#read(link).catch(() => {});
  }

  /** Asks until the owner has answered, or the order has ended. A value that waits is not shown as set. */
  async #awaitOwner(link: GuestLink, id: string, order: string): Promise<void> {
    const asked = { order, state: "waiting" as keyof PageWords["asked"] };
    this.#asked.set(id, asked);
    await this.#read(link).catch(() => {});
    this.#draw();
    // a later command of the device takes its place
    while (asked.state === "waiting" && this.#asked.get(id) === asked && this.#link === link) {
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
      asked.state = await link.order(order).catch(() => "waiting" as const);
      this.#draw();
    }
  }

  #change(id: string, change: (shown: SharedDevice) => SharedDevice): void {
    this.#devices = this.#devices.map((shown) => (shown.id === id ? change(shown) : shown));
  }

  #draw(): void {
    this.#note.textContent = this.#noteText();
    this.#ownerNoteShown.textContent = this.#ownerNote;
    this.#ownerNoteShown.hidden = this.#ownerNote === null;
    for (const [id, { root }] of this.#cards) {
      if (this.#devices.some((shown) => shown.id === id)) continue;
      root.remove();
      this.#cards.delete(id);
    }
    for (const shown of this.#devices) {
      this.#cardOf(shown.id).draw(shown, {
        isLive: this.#isLive,
        isPending: this.#pending.has(shown.id),
        hasFailed: this.#failed.has(shown.id),
        asked: this.#asked.get(shown.id)?.state ?? null,
        history: this.#history?.of(shown.id) ?? new Map(),
      });
    }
  }

  #cardOf(id: string): Card {
    const known = this.#cards.get(id);
    if (known !== undefined) return known;
    const card = new Card(id, {
      words: this.#words,
      press: () => this.#press(id),
      send: (key, value) => void this.#command(id, { set: { [key]: value } }),
    });
    this.#cards.set(id, card);
    this.#list.append(card.root);
    return card;
  }

  #noteText(): string {
    const { loading, lost, none } = this.#words;
    if (!this.#isLive) return this.#hasRead ? lost : loading;
    if (this.#devices.length === 0) return none;
    return this.#end === null ? "" : this.#moments.until(new Date(this.#end));
  }

  /** The link has ended. Nothing of it is shown any more. */
  #over(): void {
    this.#say(this.#words.over, this.#words.askAgain);
  }

  /** The link works later: the page begins by itself then. */
  #early(startsAt: string): void {
    this.#say(this.#words.early, this.#moments.from(new Date(startsAt)));
    const waitMs = Math.max(0, Date.parse(startsAt) - Date.now());
    setTimeout(() => this.#begin(), Math.min(waitMs + 1_000, LONGEST_TIMER_MS));
  }

  #say(heading: string, sentence: string): void {
    this.#devices = [];
    this.#draw();
    document.title = heading;
    this.#root.replaceChildren(
      element("h1", { class: "text-xl font-semibold" }, heading),
      element("p", { role: "status" }, sentence),
      this.#ownerNoteShown,
    );
  }
}
