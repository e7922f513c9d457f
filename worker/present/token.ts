import { PLAIN_SCOPES } from "../../broker/contract/scopes.ts";
import { isoTime, isoTimeOrNull } from "../contract/fields.ts";
import type { CallerScopes, Token } from "../contract/tokens.ts";
import { scopesColumn } from "../db/json-columns.ts";
import type { TokenRow } from "../db/tokens.ts";

/** Milliseconds since 1970, and the unsealed address. */
export interface TokenUse {
  at: number | null;
  address: string | null;
}

export const tokenOf = (row: TokenRow, { at, address }: TokenUse = { at: null, address: null }): Token => ({
  id: row.id,
  name: row.name,
  scopes: scopesColumn.read(row.scopes),
  created_at: isoTime(row.created_at),
  expires_at: isoTimeOrNull(row.expires_at),
  last_used_at: isoTimeOrNull(at),
  last_address: address,
});

/** A login session may do everything. */
export const callerScopesOf = (token: { name: string; scopes: readonly string[] } | null): CallerScopes => ({
  token: token?.name ?? null,
  scopes: [...(token?.scopes ?? [...PLAIN_SCOPES, "messages:read:#", "messages:publish:#"])],
});
