/** The logins and devices of the copy of the rights that may write messages. */

import type { MessageWriter, WriterKind } from "../contract/writer.ts";
import type { Sql } from "./sql.ts";

/** Without parsing each row: every change of the rights needs it again. A row that cannot be read has no name. */
const QUERY = `SELECT kind, id, text ->> '$.value.label' AS label, text ->> '$.value.name' AS name,
  text ->> '$.value.guest' AS guest, text ->> '$.value.app' AS app
  FROM (SELECT kind, id, CASE WHEN json_valid(facts) THEN facts ELSE '{}' END AS text FROM rights
    WHERE kind IN ('api-key', 'token', 'credential', 'device'))`;

/** By id. */
export function readWriters(sql: Pick<Sql, "exec">): Map<string, MessageWriter> {
  return new Map(
    [...sql.exec(QUERY)].map(({ id, kind: row, label, name, guest, app }) => {
      const kind: WriterKind = guest !== null ? "guest" : app !== null ? "app" : (row as WriterKind);
      return [String(id), { kind, id: String(id), name: String(label ?? name ?? "") }];
    }),
  );
}
