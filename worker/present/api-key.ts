import type { ApiKey } from "../contract/user.ts";
import type { ApiKeyRow } from "../db/api-keys.ts";
import { moment } from "./moment.ts";

export const apiKeyOf = (row: Pick<ApiKeyRow, "id" | "created_at">, key: string): ApiKey => ({
  id: row.id,
  key,
  created_at: moment(row.created_at),
});
