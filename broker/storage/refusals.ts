/** The account's last refusals, for the owner to see why a client was refused. */

import type { StoredRefusal } from "../contract/account.ts";
import { withoutKeys } from "../contract/hidden.ts";
import { readable } from "../contract/json.ts";
import { MAX_REFUSALS } from "../contract/retention.ts";
import { refusalColumn } from "./shapes.ts";
import { Table } from "./sql.ts";

export class Refusals extends Table {
  add({ fix, ...refusal }: StoredRefusal): void {
    // a channel whose topic contains an API key is not offered as a fix
    const mends = fix !== null && withoutKeys(fix.topic) === fix.topic;
    const kept = withoutKeys(refusalColumn.write({ ...refusal, fix: mends ? fix : null }));
    const insert = "INSERT INTO refusals (id, refusal) VALUES (?, ?) RETURNING seq";
    const { seq } = this.sql.exec(insert, refusal.id, kept).one();
    this.sql.exec("DELETE FROM refusals WHERE seq <= ?", Number(seq) - MAX_REFUSALS);
  }

  count(id: string, count: number): void {
    const [row] = this.sql.exec("SELECT refusal FROM refusals WHERE id = ?", id);
    const refusal = row === undefined ? null : readable(refusalColumn, row.refusal);
    if (refusal === null) return;
    const counted = refusalColumn.write({ ...refusal, count });
    this.sql.exec("UPDATE refusals SET refusal = ? WHERE id = ?", counted, id);
  }

  all(): StoredRefusal[] {
    const rows = [...this.sql.exec("SELECT refusal FROM refusals ORDER BY seq DESC")];
    return rows.flatMap((row) => readable(refusalColumn, row.refusal) ?? []);
  }
}
