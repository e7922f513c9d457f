/** Requests to the hosts of targets within the last hour. Stored, so that sleep does not reset what a host can get. */

import { HOUR, type SentRequest } from "../watches/request-limit.ts";
import { Table } from "./sql.ts";

export class HostRequests extends Table {
  readonly #recent = this.sql.hold(() =>
    [...this.sql.exec("SELECT at, host, is_test FROM host_requests ORDER BY rowid")].map(
      (row): SentRequest => ({ at: Number(row.at), host: String(row.host), isTest: row.is_test === 1 }),
    ),
  );

  /** Of the last hour, in the order in which they were sent. */
  recent(now: number): readonly SentRequest[] {
    return this.#recent.get().filter(({ at }) => Math.abs(now - at) < HOUR);
  }

  add({ at, host, isTest }: SentRequest): void {
    const recent = this.recent(at);
    this.sql.exec("DELETE FROM host_requests WHERE at <= ? OR at >= ?", at - HOUR, at + HOUR);
    this.sql.exec("INSERT INTO host_requests (at, host, is_test) VALUES (?, ?, ?)", at, host, isTest ? 1 : 0);
    this.#recent.set([...recent, { at, host, isTest }]);
  }
}
