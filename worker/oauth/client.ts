/**
 * Who asks: a client known by the document at its `client_id` (OAuth Client ID Metadata Document), or one that
 * registered itself (RFC 7591). Neither is trusted: a person sees the host, and decides.
 */

import * as z from "zod";
import { isUuid } from "../../broker/contract/topics.ts";
import { CLIENT_DOCUMENT_SECONDS, MAX_CLIENT_NAME, MAX_REDIRECTS } from "../contract/limits.ts";
import { registeredClient } from "../db/oauth-clients.ts";
import type { Env } from "../env.ts";
import { invalidRequest } from "../errors.ts";
import { type DocumentProblem, fetchDocument } from "../notify/document.ts";
import { redirectProblem, returnsTo } from "./redirects.ts";

export interface OAuthClient {
  id: string;
  name: string;
  redirectUris: readonly string[];
  /** The host of its document; null for one that registered itself. */
  host: string | null;
}

/** Control characters, and those that change the direction of what follows. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A name as a page shows it; empty for none. */
export const shownName = (text: string): string =>
  [...text.toWellFormed().replace(HIDDEN, " ").replace(/\s+/g, " ").trim()]
    .slice(0, MAX_CLIENT_NAME)
    .join("")
    .trim();

/** Of its address, or where its answer goes: never its own words. */
export const hostOfClient = ({ host }: OAuthClient, redirect: string): string => host ?? returnsTo(redirect);

/** Whether a `client_id` is the address of a document. */
export const isDocumentAddress = (clientId: string): boolean => /^https?:\/\//i.test(clientId);

/** Throws a sentence for an unknown client. Nothing is sent to its redirect address: nobody knows whose that is. */
export async function clientOf(env: Env, clientId: string, now: number): Promise<OAuthClient> {
  if (isDocumentAddress(clientId)) return documentClient(env, clientId);
  const registered = isUuid(clientId) ? await registeredClient(env.DB, clientId, now) : null;
  if (registered === null) {
    throw invalidRequest(
      "This app is not known here, or its registration has expired. Connect it again from the app.",
    );
  }
  return { id: clientId, host: null, ...registered };
}

const Metadata = z.object({
  client_id: z.string(),
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string()).min(1).max(MAX_REDIRECTS),
  token_endpoint_auth_method: z.string().optional(),
});

const PROBLEMS: Record<DocumentProblem, string> = {
  address: "The address of this app's document may not be used here.",
  unreachable: `The document of this app could not be read within ${CLIENT_DOCUMENT_SECONDS} seconds.`,
  status: "The address of this app's document does not answer with a document.",
  large: "The document of this app is larger than 64 KiB.",
};

/** The address as a text: a document has one name only. */
function documentHost(clientId: string): string | null {
  const url = URL.canParse(clientId) ? new URL(clientId) : null;
  const isPlain = url !== null && url.href === clientId && url.pathname !== "/" && !clientId.includes("#");
  return isPlain && url.username === "" && url.password === "" ? url.host : null;
}

async function documentClient(env: Env, clientId: string): Promise<OAuthClient> {
  const host = documentHost(clientId);
  if (host === null) throw invalidRequest(PROBLEMS.address);
  const answer = await fetchDocument(env, clientId, CLIENT_DOCUMENT_SECONDS * 1000);
  if ("problem" in answer) throw invalidRequest(PROBLEMS[answer.problem]);
  const document = Metadata.safeParse(jsonOf(answer.text));
  if (!document.success) throw invalidRequest("The document of this app is not one of an OAuth client.");
  const {
    client_id,
    client_name = "",
    redirect_uris,
    token_endpoint_auth_method: method = "none",
  } = document.data;
  if (client_id !== clientId) throw invalidRequest("The document of this app is about another app.");
  // a document is public, so a secret in it would be none
  if (/secret/.test(method))
    throw invalidRequest("The document of this app asks for a secret, which it cannot have.");
  return {
    id: clientId,
    name: shownName(client_name) || host,
    host,
    redirectUris: redirect_uris.filter((uri) => redirectProblem(uri) === null),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
