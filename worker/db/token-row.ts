/** A token of a program or a guest, without its digest: as the API reads it, and as the account's object keeps it. */

import { getTableColumns } from "drizzle-orm";
import * as z from "zod";
import type { TokenDetails } from "../../broker/contract/bearer.ts";
import { stored } from "../../broker/contract/json.ts";
import { scopesColumn, storedFields } from "./json-columns.ts";
import { tokens } from "./schema.ts";

const { token_hash, user_id, ...COLUMNS } = getTableColumns(tokens);
const { name, ...DETAILS } = COLUMNS;

export const TOKEN = COLUMNS;

export type TokenRow = Omit<typeof tokens.$inferSelect, "token_hash" | "user_id">;

/** The token of a call. */
export interface CallingToken extends Omit<TokenRow, "scopes"> {
  scopes: readonly string[];
}

const callingToken = ({ scopes, ...row }: TokenRow): CallingToken => ({
  ...row,
  scopes: scopesColumn.read(scopes),
});

const rowOf = stored<TokenRow>(z.object(storedFields(TOKEN, { scopes: scopesColumn })));
/** Reads a row that a query made JSON. */
export const tokenOfJson = (json: string): CallingToken => callingToken(rowOf(json));

/** What the account's object keeps beside the name: a page of a guest follows its changes, and not those of the name. */
export const detailsOfToken = ({ name: _, ...details }: TokenRow): string => JSON.stringify(details);

const rowOfDetails = stored<Omit<TokenRow, "name">>(
  z.object(storedFields(DETAILS, { scopes: scopesColumn })),
);
/** Reads what the account's object keeps, which may come from an earlier release. */
export const tokenOfDetails = ({ name, details }: TokenDetails): CallingToken =>
  callingToken({ ...rowOfDetails(details), name });
