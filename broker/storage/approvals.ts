/**
 * Orders that wait for the owner, and those that were answered. A row is a slot: a new order takes that of the oldest
 * answered one, so that an order that nobody answers costs two rows, and nothing has to be deleted.
 */

import type { Approval } from "../contract/approval.ts";
import { Approval as Stored } from "../contract/approval.ts";
import { jsonColumn, readable } from "../contract/json.ts";
import { KEPT_APPROVALS, NOTICE_RETENTION_MS } from "../contract/limits.ts";
import { Table } from "./sql.ts";

const column = jsonColumn(Stored);

interface Slot {
  slot: number;
  approval: Approval;
}

export class ApprovalRows extends Table {
  readonly #slots = this.sql.hold(() => this.#read());

  #read(): Slot[] {
    return [...this.sql.exec("SELECT slot, facts FROM approvals ORDER BY slot")].flatMap((row) => {
      const approval = readable(column, row.facts);
      return approval === null ? [] : [{ slot: Number(row.slot), approval }];
    });
  }

  /** Newest first. */
  recent(now: number): Approval[] {
    return this.#slots
      .get()
      .map(({ approval }) => approval)
      .filter(({ at }) => at >= now - NOTICE_RETENTION_MS)
      .sort((a, b) => b.at - a.at);
  }

  waiting(): Approval[] {
    return this.#slots
      .get()
      .map(({ approval }) => approval)
      .filter(({ state }) => state === "waiting");
  }

  get(id: string): Approval | null {
    return this.#slots.get().find(({ approval }) => approval.id === id)?.approval ?? null;
  }

  /** When the first one ends; null when none waits. Milliseconds since 1970. */
  nextEnd(): number | null {
    const ends = this.waiting().map(({ endsAt }) => endsAt);
    return ends.length === 0 ? null : Math.min(...ends);
  }

  /** In a transaction. */
  add(approval: Approval): void {
    this.#write(this.#freeSlot(), approval);
  }

  /** In a transaction. */
  change(approval: Approval): void {
    const own = this.#slots.get().find((each) => each.approval.id === approval.id);
    if (own !== undefined) this.#write(own.slot, approval);
  }

  #freeSlot(): number {
    const slots = this.#slots.get();
    const answered = slots.filter(({ approval }) => approval.state !== "waiting");
    if (answered.length < KEPT_APPROVALS) {
      const used = new Set(slots.map(({ slot }) => slot));
      let free = 0;
      while (used.has(free)) free++;
      return free;
    }
    return answered.reduce((a, b) => (a.approval.at <= b.approval.at ? a : b)).slot;
  }

  #write(slot: number, approval: Approval): void {
    const put =
      "INSERT INTO approvals (slot, facts) VALUES (?1, ?2) ON CONFLICT (slot) DO UPDATE SET facts = ?2";
    this.sql.exec(put, slot, column.write(approval));
    const others = this.#slots.get().filter((each) => each.slot !== slot);
    this.#slots.set([...others, { slot, approval }]);
  }
}
