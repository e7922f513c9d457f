/** The Durable Object with the sliding logs of one shard. It stores them, because hibernation clears memory. */

import { DurableObject } from "cloudflare:workers";
import { storedNumbers } from "../../broker/contract/json.ts";

// PURE. A sliding log: the times of accepted calls, oldest first.

interface Rule {
  limit: number;
  windowMs: number;
}

interface SlidingLogResult {
  /** The log to store; an accepted call is its last entry. */
  log: readonly number[];
  /** Milliseconds until a call is accepted; 0 when this one was. */
  waitMs: number;
}

/** A refused call is not recorded: repeated tries do not wait longer. */
export function admit(log: readonly number[], now: number, rule: Rule): SlidingLogResult {
  const live = current(log, now, rule.windowMs);
  if (live.length < rule.limit) return { log: [...live, now], waitMs: 0 };
  const leaving = live[live.length - rule.limit];
  // With a limit of 0 the wait is the whole window.
  return { log: live, waitMs: (leaving ?? now) + rule.windowMs - now };
}

/** Removes one call of that time. */
export function withdraw(log: readonly number[], at: number): readonly number[] {
  const index = log.lastIndexOf(at);
  return index === -1 ? log : log.toSpliced(index, 1);
}

/** Returns the entries that still count. After a clock was set back, future entries count as of now. */
function current(log: readonly number[], now: number, windowMs: number): number[] {
  return log.filter((at) => at > now - windowMs).map((at) => Math.min(at, now));
}

/** `at` identifies the recorded call for `withdraw`; null when it was refused. */
export interface TakeResult {
  at: number | null;
  waitMs: number;
}

const SCHEMA = `CREATE TABLE IF NOT EXISTS logs (
  key TEXT PRIMARY KEY, moments TEXT NOT NULL, expires_at INTEGER NOT NULL
) WITHOUT ROWID`;
const SWEEP_EVERY_MS = 3_600_000;

export class ThrottleLog extends DurableObject<Cloudflare.Env> {
  private readonly sql: SqlStorage;

  constructor(state: DurableObjectState, env: Cloudflare.Env) {
    super(state, env);
    this.sql = state.storage.sql;
    this.sql.exec(SCHEMA);
  }

  /** No await between reading and writing: concurrent calls of one key never see the same free place. */
  async take(key: string, rule: Rule): Promise<TakeResult> {
    const now = Date.now();
    const { log, waitMs } = admit(this.read(key), now, rule);
    if (waitMs > 0) return { at: null, waitMs };
    this.write(key, log, now + rule.windowMs);
    await this.armSweep(now);
    return { at: now, waitMs: 0 };
  }

  /** Another rule refused the call: removes it again. */
  async withdraw(key: string, at: number): Promise<void> {
    const log = withdraw(this.read(key), at);
    if (log.length === 0) this.sql.exec("DELETE FROM logs WHERE key = ?", key);
    else this.sql.exec("UPDATE logs SET moments = ? WHERE key = ?", JSON.stringify(log), key);
  }

  /** Deletes logs in which no entry counts any more. */
  override async alarm(): Promise<void> {
    this.sql.exec("DELETE FROM logs WHERE expires_at <= ?", Date.now());
    const { left } = this.sql.exec<{ left: number }>("SELECT count(*) AS left FROM logs").one();
    if (left > 0) await this.ctx.storage.setAlarm(Date.now() + SWEEP_EVERY_MS);
  }

  private read(key: string): number[] {
    const [row] = this.sql.exec<{ moments: string }>("SELECT moments FROM logs WHERE key = ?", key).toArray();
    return row === undefined ? [] : storedNumbers(row.moments);
  }

  private write(key: string, log: readonly number[], expiresAt: number): void {
    this.sql.exec(
      "INSERT OR REPLACE INTO logs (key, moments, expires_at) VALUES (?, ?, ?)",
      key,
      JSON.stringify(log),
      expiresAt,
    );
  }

  private async armSweep(now: number): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) === null) {
      await this.ctx.storage.setAlarm(now + SWEEP_EVERY_MS);
    }
  }
}
