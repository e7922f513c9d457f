import type { Token } from "../contract/token.ts";
import { scopesColumn } from "../db/json-columns.ts";
import type { TokenRow } from "../db/tokens.ts";
import { moment, momentOrNull } from "./moment.ts";

/** Milliseconds since 1970, and the unsealed address. */
export interface TokenUse {
  at: number | null;
  address: string | null;
}

export const tokenOf = (row: TokenRow, { at, address }: TokenUse = { at: null, address: null }): Token => ({
  id: row.id,
  name: row.name,
  scopes: scopesColumn.read(row.scopes),
  created_at: moment(row.created_at),
  expires_at: momentOrNull(row.expires_at),
  last_used_at: momentOrNull(at),
  last_address: address,
});
