/** The documents by which a client finds the login of `/mcp`. */

import type { IncomingCall } from "../api/call.ts";
import { noAppLogin } from "../errors.ts";
import { type OAuthAddresses, oauthAddresses, resourceDocument, serverDocument } from "./addresses.ts";
import { NO_LOGIN } from "./request.ts";

/** RFC 9728, 3.1; clients of 2025 also ask without the path of the resource. */
export const RESOURCE_DOCUMENT_PATHS = [
  "/.well-known/oauth-protected-resource/mcp",
  "/.well-known/oauth-protected-resource",
] as const;

/** RFC 8414, 3. */
export const SERVER_DOCUMENT_PATH = "/.well-known/oauth-authorization-server";

const shown =
  (document: (addresses: OAuthAddresses) => object) =>
  async ({ env, url }: Pick<IncomingCall, "env" | "url">): Promise<Response> => {
    const addresses = oauthAddresses(env, url);
    if (addresses === null) throw noAppLogin(NO_LOGIN);
    return Response.json(document(addresses));
  };

export const resourceMetadata = shown(resourceDocument);
export const serverMetadata = shown(serverDocument);
