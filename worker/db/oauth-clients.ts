/** Clients that registered themselves (RFC 7591). */

import { and, eq, gt } from "drizzle-orm";
import * as z from "zod";
import { stored } from "../../broker/contract/json.ts";
import { MAX_UNUSED_CLIENTS } from "../contract/limits.ts";
import { oauthClients } from "./schema.ts";
import { build, first, insertWhere, isBelow, read, write } from "./statement.ts";

const uris = stored(z.array(z.string()));

export interface RegisteredClient {
  name: string;
  redirectUris: string[];
}

interface NewClient extends RegisteredClient {
  id: string;
  created_at: number;
  expires_at: number;
}

/** Changes nothing while too many wait for their first use. */
export const insertClient = (db: D1Database, { redirectUris, ...row }: NewClient): D1PreparedStatement =>
  write(
    db,
    insertWhere(
      oauthClients,
      { ...row, redirect_uris: JSON.stringify(redirectUris) },
      isBelow(MAX_UNUSED_CLIENTS, oauthClients, eq(oauthClients.used, 0)),
    ),
  );

export async function registeredClient(
  db: D1Database,
  id: string,
  now: number,
): Promise<RegisteredClient | null> {
  const columns = { name: oauthClients.name, redirect_uris: oauthClients.redirect_uris };
  const row = await first(
    read(
      db,
      build
        .select(columns)
        .from(oauthClients)
        .where(and(eq(oauthClients.id, id), gt(oauthClients.expires_at, now))),
    ),
  );
  return row && { name: row.name, redirectUris: uris(row.redirect_uris) };
}

/** It stays for as long as a login of it may. */
export const keepClient = (db: D1Database, id: string, until: number): D1PreparedStatement =>
  write(db, build.update(oauthClients).set({ used: 1, expires_at: until }).where(eq(oauthClients.id, id)));
