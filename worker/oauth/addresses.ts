/** The addresses of the authorization server, and its two documents. */

import { APP_SCOPE_NAMES } from "../contract/app-scopes.ts";
import { apiUrl, appUrl, type Env, settings } from "../env.ts";
import { isLoopbackName } from "../hosts.ts";

export interface OAuthAddresses {
  /** Without a path: the documents are below it. */
  issuer: string;
  /** `/mcp`, as clients name it (RFC 8707). */
  resource: string;
  /** The page that asks the person. */
  authorize: string;
  docs: string;
}

/**
 * Null where an app cannot log in: OAuth needs https, except on one computer. There each of its own names is a name of
 * this program, which `answersFor` has checked, and the app on it uses the name that its owner typed.
 */
export function oauthAddresses(env: Env, { origin, hostname }: URL): OAuthAddresses | null {
  const isDesk = settings(env).development && isLoopbackName(hostname);
  const [api, app] = isDesk ? [origin, origin] : [apiUrl(env), appUrl(env)];
  if (api === null || app === null || !(isDesk || (isHttps(api) && isHttps(app)))) return null;
  return {
    issuer: new URL(api).origin,
    resource: `${api}/mcp`,
    authorize: `${app}/authorize`,
    docs: `${app}/docs`,
  };
}

const isHttps = (address: string): boolean => address.startsWith("https://");

/** RFC 9728. */
export const resourceDocument = ({ issuer, resource, docs }: OAuthAddresses): object => ({
  resource,
  resource_name: "Switchyard",
  resource_documentation: docs,
  authorization_servers: [issuer],
  scopes_supported: APP_SCOPE_NAMES,
  bearer_methods_supported: ["header"],
});

/** RFC 8414, with RFC 9207 and the draft of Client ID Metadata Documents. */
export const serverDocument = ({ issuer, authorize, docs }: OAuthAddresses): object => ({
  issuer,
  authorization_endpoint: authorize,
  token_endpoint: `${issuer}/oauth/token`,
  registration_endpoint: `${issuer}/oauth/register`,
  revocation_endpoint: `${issuer}/oauth/revoke`,
  service_documentation: docs,
  scopes_supported: APP_SCOPE_NAMES,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  token_endpoint_auth_methods_supported: ["none"],
  revocation_endpoint_auth_methods_supported: ["none"],
  code_challenge_methods_supported: ["S256"],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
});

/** The value of `WWW-Authenticate` (RFC 6750, 3; RFC 9728, 5.1). */
export function challenge(
  { issuer }: OAuthAddresses,
  { error, scopes }: { error?: string; scopes: readonly string[] },
): string {
  const parameters = {
    ...(error !== undefined && { error }),
    scope: scopes.join(" "),
    resource_metadata: `${issuer}/.well-known/oauth-protected-resource/mcp`,
  };
  return `Bearer ${Object.entries(parameters)
    .map(([name, value]) => `${name}="${value}"`)
    .join(", ")}`;
}
