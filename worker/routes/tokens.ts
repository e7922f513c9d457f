import type { TokenDetails } from "../../broker/contract/bearer.ts";
import { PLAIN_SCOPES } from "../../broker/contract/scopes.ts";
import { askAccount } from "../account/account.ts";
import { addRights, changeRights } from "../account/change-rights.ts";
import { limitsOf } from "../account/limits.ts";
import { objectRoute } from "../api/by-object.ts";
import { type Call, type Route, route, rowRoute } from "../api/call.ts";
import { noteChange } from "../auth/security-log.ts";
import { isoTime, isoTimeOrNull } from "../contract/fields.ts";
import { MESSAGES } from "../contract/sentences.ts";
import type { CallerScopes, Token } from "../contract/tokens.ts";
import { endOfToken } from "../contract/tokens.ts";
import { scopesColumn } from "../db/json-columns.ts";
import { only } from "../db/statement.ts";
import { type CallingToken, type TokenRow, tokenOfDetails } from "../db/token-row.ts";
import {
  deleteToken as deleteRow,
  insertToken,
  listTokens as list,
  type NewTokenRow,
  readToken,
} from "../db/tokens.ts";
import { invalidField, limitReached } from "../errors.ts";
import { unsealAddresses } from "../gateway/arrival.ts";
import { digest } from "../keys/digest.ts";
import { newBearer } from "../keys/random.ts";

/** Milliseconds since 1970, and the unsealed address. */
interface TokenUse {
  at: number | null;
  address: string | null;
}

const tokenOf = (row: TokenRow, { at, address }: TokenUse = { at: null, address: null }): Token => ({
  id: row.id,
  name: row.name,
  scopes: scopesColumn.read(row.scopes),
  created_at: isoTime(row.created_at),
  expires_at: isoTimeOrNull(row.expires_at),
  last_used_at: isoTimeOrNull(at),
  last_address: address,
});

/** A login session may do everything. */
const ALL_SCOPES = [...PLAIN_SCOPES, "messages:read:#", "messages:publish:#"];

const callerScopesOf = (token: CallingToken | null): CallerScopes => ({
  token: token?.name ?? null,
  scopes: [...(token?.scopes ?? ALL_SCOPES)],
  guest: token?.kind === "guest",
  app: token?.kind === "app",
  expires_at: isoTimeOrNull(token?.expires_at ?? null),
  note: token?.note ?? null,
});

export const listTokens = rowRoute<"listTokens", TokenRow>(list, async ({ env, caller, read }) => {
  const { id: userId } = caller.user;
  const uses = await askAccount(env, userId, (account) => account.tokenUses(read.map(({ id }) => id)));
  const addresses = await unsealAddresses(
    env,
    userId,
    uses.map((use) => use?.address ?? null),
  );
  return read.map((row, at) => tokenOf(row, { at: uses[at]?.at ?? null, address: addresses[at] ?? null }));
});

export const createToken = route<"createToken">(async (call) => {
  const { env, caller, body } = call;
  const { MAX_TOKENS: max } = limitsOf(env, caller.user);
  const token = newBearer("token", caller.user.id);
  const { inserted } = await addRights(env, caller.user.id, {
    inserted: insertToken(caller.user.id, newRow(call), digest(token), max),
    noted: await noteChange(call, caller.user.id, {
      kind: "token_created",
      detail: `The token ${body.name} was created`,
    }),
  });
  const [stored] = inserted.results;
  if (stored === undefined) throw limitReached("MAX_TOKENS", max);
  return { ...tokenOf(stored), token };
});

const newRow = (call: Call<"createToken">): NewTokenRow => ({
  id: crypto.randomUUID(),
  name: call.body.name,
  scopes: scopesColumn.write(call.body.scopes),
  created_at: call.now,
  expires_at: endOf(call),
});

/** When it expires. Milliseconds since 1970; null: never. */
function endOf({ body, now }: Call<"createToken">): number | null {
  const given = body.expires_in ?? body.expires_at ?? null;
  if (given === null) return null;
  if (typeof given === "number" && given <= now) throw invalidField("expires_at", MESSAGES.past);
  const end = endOfToken(now, given);
  const field = typeof given === "number" ? "expires_at" : "expires_in";
  if (end === null) throw invalidField(field, MESSAGES.tooFarAhead);
  return end;
}

export const readScopes: Route<"readScopes"> = {
  ...objectRoute<"readScopes", TokenDetails | null>({
    act: (calls) => calls.account.token(),
    show: (token) => callerScopesOf(token && tokenOfDetails(token)),
  }),
  // the object does not know this caller
  act: async ({ caller }) => callerScopesOf(caller.token),
};

export const deleteToken = rowRoute<"deleteToken", TokenRow>(readToken, async (call) => {
  const { id: userId } = call.caller.user;
  const detail = `The token ${only(call.read).name} was deleted`;
  await changeRights(call.env, userId, {
    remove: deleteRow(userId, call.id),
    noted: await noteChange(call, userId, { kind: "token_deleted", detail }),
  });
  return undefined;
});
