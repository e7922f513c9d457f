/**
 * The public conformance suite's scenarios for clients, the other way round: the suite stands in for a server and expects
 * something of the client; here our server is in that place, and the official client walks it. A scenario that ours
 * cannot be is named with the reason. https://github.com/modelcontextprotocol/conformance
 */

import { expect, inject, test } from "vitest";
import { type Account, newAccount } from "../support/account.ts";
import {
  all,
  type Distortion,
  missing,
  REVISIONS,
  Walker,
  without,
  withoutField,
} from "../support/mcp-program.ts";
import { startProgram } from "../support/program-process.ts";

const base = inject("baseUrl");
const ADDRESS = `${base}/mcp`;
const SUITE = "node_modules/@modelcontextprotocol/conformance/dist/index.js";

const OF_RESOURCE = "/.well-known/oauth-protected-resource/mcp";
const OF_ROOT = "/.well-known/oauth-protected-resource";
const OF_SERVER = "/.well-known/oauth-authorization-server";
const READING = ["devices:read", "values:read", "events:read"];

type Document = Record<string, unknown>;
const document = async (path: string, origin = base): Promise<Document> =>
  (await fetch(origin + path)).json() as Promise<Document>;

interface World {
  account: Account;
  walker(distort?: Distortion): Walker;
}
type Walk = (world: World) => Promise<void>;
interface Row {
  /** What the suite's server offers, and what it expects of a client. */
  suite: string;
  /** What ours offers in that place. */
  ours: string;
  /** None where ours cannot be such a server; then `absent` proves it by the metadata. */
  walk?: Walk;
  absent?(server: Document, resource: Document): unknown;
}

const usesTool = async (world: World, distort?: Distortion): Promise<Walker> => {
  const walker = world.walker(distort);
  const client = await walker.connect(READING);
  const { structuredContent } = await client.callTool({ name: "list_devices" });
  expect(structuredContent).toMatchObject({ total: 0 });
  return walker;
};

/** Needs a scope that the first login lacks. */
const HISTORY = { name: "message_history", arguments: { filter: "#" } };
const WIDER = [...READING, "messages:read:#"];

const SCENARIOS: Record<string, Row> = {
  "auth/metadata-default": {
    suite: "the document of the resource below its path, named in the 401, and the server's at its root",
    ours: "the same; the document at the root is not asked for",
    async walk(world) {
      const walker = await usesTool(world);
      const calls = walker.calls();
      for (const path of [OF_RESOURCE, OF_SERVER]) expect(calls).toContain(`GET ${path}`);
      for (const path of ["/oauth/register", "/oauth/token"]) expect(calls).toContain(`POST ${path}`);
      expect(calls).not.toContain(`GET ${OF_ROOT}`);
    },
  },
  "auth/metadata-var1": {
    suite: "a 401 without an address of the document, and the server's in the form of OpenID",
    ours: "the document is below the path, where a client looks by itself; the server's has the form of RFC 8414",
    async walk(world) {
      const walker = await usesTool(world, without("WWW-Authenticate"));
      expect(walker.calls()).toContain(`GET ${OF_RESOURCE}`);
      expect(walker.to("/.well-known/openid-configuration")).toEqual([]);
    },
  },
  "auth/metadata-var2": {
    suite: "the document at the root alone, and a server below a path",
    ours: "the same document at the root; the server has no path",
    async walk(world) {
      const walker = await usesTool(world, all(missing(OF_RESOURCE), without("WWW-Authenticate")));
      expect(walker.calls()).toContain(`GET ${OF_ROOT}`);
    },
  },
  "auth/metadata-var3": {
    suite: "a document at an address of its own, which only the 401 names",
    ours: "the 401 names the address that the standard gives, and it answers",
    async walk(world) {
      const { exchanges } = await usesTool(world);
      const [refused] = exchanges;
      const named = /resource_metadata="([^"]+)"/.exec(
        refused?.response.headers.get("WWW-Authenticate") ?? "",
      );
      expect(named?.[1]).toBe(base + OF_RESOURCE);
    },
  },
  "auth/basic-cimd": {
    suite: "client_id_metadata_document_supported: the client uses the address of its document as its id",
    ours: "the same; apps-by-document.test.ts has the document and the person",
    async walk({ walker: start }) {
      const walker = start();
      walker.store.clientMetadataUrl = "https://walker.example/client.json";
      await expect(walker.open()).rejects.toThrow();
      expect(walker.asks("client_id")).toBe("https://walker.example/client.json");
      expect(walker.to("/oauth/register")).toEqual([]);
    },
  },
  "auth/scope-from-www-authenticate": {
    suite: "scopes in the 401: the client asks for these",
    ours: "all that a tool may need, in the 401",
    async walk({ walker: start }) {
      const walker = start();
      await expect(walker.open()).rejects.toThrow();
      const challenge = walker.exchanges[0]?.response.headers.get("WWW-Authenticate") ?? "";
      expect(walker.asks("scope")).toBe(/scope="([^"]+)"/.exec(challenge)?.[1]);
    },
  },
  "auth/scope-from-scopes-supported": {
    suite: "no scopes in the 401: the client asks for all of the document",
    ours: "the document has the same scopes as the 401",
    async walk(world) {
      const walker = await usesTool(world, without("WWW-Authenticate"));
      const { scopes_supported } = await document(OF_RESOURCE);
      expect(walker.asks("scope")?.split(" ")).toEqual(scopes_supported);
    },
  },
  "auth/scope-omitted-when-undefined": {
    suite: "no scopes anywhere: the client leaves the parameter out",
    ours: "a request without it is offered everything, and the person chooses",
    async walk(world) {
      const walker = await usesTool(
        world,
        all(without("WWW-Authenticate"), withoutField("scopes_supported")),
      );
      expect(walker.asks("scope")).toBeNull();
      expect(walker.store.own?.scope?.split(" ").toSorted()).toEqual(READING.toSorted());
    },
  },
  "auth/scope-step-up": {
    suite: "a 403 with the missing scope: the client asks for it, and for what it had",
    ours: "the 403 names both",
    async walk({ walker: start }) {
      const walker = start();
      const client = await walker.connect(READING);
      await expect(client.callTool(HISTORY)).rejects.toThrow();
      expect(walker.exchanges.at(-1)?.response.headers.get("WWW-Authenticate")).toContain(
        "insufficient_scope",
      );
      expect(walker.asks("scope")?.split(" ").toSorted()).toEqual(WIDER.toSorted());
      await walker.finish(await walker.press(WIDER));
      expect(await (await walker.open()).callTool(HISTORY)).not.toMatchObject({ isError: true });
    },
  },
  "auth/scope-retry-limit": {
    suite: "a 403 that never ends: the client gives up after three pages",
    ours: "a person who does not allow the scope: each call leads to one page, and no answer of ours repeats it",
    async walk({ walker: start }) {
      const walker = start();
      const client = await walker.connect(READING);
      await expect(client.callTool(HISTORY)).rejects.toThrow();
      await walker.finish(await walker.press(READING));
      await expect((await walker.open()).callTool(HISTORY)).rejects.toThrow();
      expect(walker.store.asked.length).toBeLessThanOrEqual(3);
    },
  },
  "auth/token-endpoint-auth-basic": withoutSecret("client_secret_basic"),
  "auth/token-endpoint-auth-post": withoutSecret("client_secret_post"),
  "auth/token-endpoint-auth-none": withoutSecret("none"),
  "auth/pre-registration": {
    suite: "an id and a secret that were arranged before: the client registers nothing",
    ours: "an id that was registered before, without a secret",
    async walk({ walker: start }) {
      const walker = start();
      const client_id = await walker.register();
      walker.store.client = { client_id };
      await walker.connect(READING);
      expect(walker.to("/oauth/register")).toEqual([]);
      expect(walker.asks("client_id")).toBe(client_id);
    },
  },
  "auth/2025-03-26-oauth-metadata-backcompat": {
    suite: "a server of March 2025, without a document of the resource",
    ours: "the server's document is at the origin of /mcp, where such a client looks",
    async walk(world) {
      const walker = await usesTool(world, all(missing(OF_RESOURCE, OF_ROOT), without("WWW-Authenticate")));
      expect(walker.calls()).toContain(`GET ${OF_SERVER}`);
    },
  },
  "auth/2025-03-26-oauth-endpoint-fallback": {
    suite: "a server of March 2025 without any document: /authorize, /token and /register",
    ours: "the documents are there, so no client guesses; its endpoints have paths of their own",
    absent: ({ token_endpoint }) => expect(token_endpoint).toBe(`${base}/oauth/token`),
  },
  "auth/resource-mismatch": {
    suite: "a document about another resource: the client refuses",
    ours: "each address of /mcp has a document about itself",
    async walk() {
      for (const origin of [base, base.replace("127.0.0.1", "localhost")]) {
        expect((await document(OF_RESOURCE, origin)).resource).toBe(`${origin}/mcp`);
      }
    },
  },
  "auth/offline-access-scope": {
    suite: "the scope offline_access for a refresh token",
    ours: "a refresh token for each login, which the person ends; no scope for it",
    absent: ({ scopes_supported }) => expect(scopes_supported).not.toContain("offline_access"),
  },
  "auth/offline-access-not-supported": {
    suite: "no such scope: the client does not ask for it",
    ours: "the same, and it gets a refresh token",
    async walk(world) {
      const walker = await usesTool(world);
      expect(walker.asks("scope")).not.toContain("offline_access");
      expect(walker.store.own?.refresh_token).toBeDefined();
    },
  },
  "auth/authorization-server-migration": {
    suite: "a resource that moves to another authorization server",
    ours: "one server, of the same origin: another address is another resource, which a person adds anew",
    absent: (_, { authorization_servers }) => expect(authorization_servers).toEqual([base]),
  },
  "auth/iss-supported": {
    suite: "iss is promised and sent: the client goes on",
    ours: "the same, in each answer: a code, a refusal, and an error",
    async walk({ walker: start }) {
      const walker = start();
      await expect(walker.open()).rejects.toThrow();
      expect((await document(OF_SERVER)).authorization_response_iss_parameter_supported).toBe(true);
      expect((await walker.press([], false)).get("iss")).toBe(base);
      const answer = await walker.press(READING);
      expect(answer.get("iss")).toBe(base);
      await walker.finish(answer);
    },
  },
  "auth/iss-not-advertised": promisesIss("iss is neither promised nor sent"),
  "auth/iss-supported-missing": {
    suite: "iss is promised and not sent: the client refuses",
    ours: "it is sent; taken out on the way it is missed, and the code stays unused",
    walk: refusesIss((answer) => answer.delete("iss")),
  },
  "auth/iss-wrong-issuer": {
    suite: "the iss of another server: the client refuses",
    ours: "ours is sent; changed on the way it is refused, and the code stays unused",
    walk: refusesIss((answer) => answer.set("iss", "https://evil.example")),
  },
  "auth/iss-unexpected": promisesIss("a wrong iss without a promise"),
  "auth/iss-normalized": {
    suite: "an iss that is equal after normalization only: the client refuses",
    ours: "the same text everywhere",
    walk: refusesIss((answer) => answer.set("iss", `${base}/`)),
  },
  "auth/metadata-issuer-mismatch": {
    suite: "a server's document with another issuer: the client refuses",
    ours: "the issuer is the address from which the document was asked for",
    async walk() {
      for (const origin of [base, base.replace("127.0.0.1", "localhost")]) {
        expect((await document(OF_SERVER, origin)).issuer).toBe(origin);
      }
    },
  },
  "auth/client-credentials-jwt": noGrant("a client for itself, by a signed text"),
  "auth/client-credentials-basic": noGrant("a client for itself, by a secret"),
  "auth/enterprise-managed-authorization": noGrant("a company's login in place of the person"),
  "auth/wif-jwt-bearer": noGrant("the identity of a workload in place of the person"),
  "auth/dpop": bearer("tokens bound to a key of the client"),
  "auth/dpop-nonce": bearer("tokens bound to a key of the client, with a number of the server"),
};

/** Clients have no secret here, whatever they ask for at their registration. */
function withoutSecret(method: string): Row {
  return {
    suite: `the token endpoint takes ${method}; the resource is in both requests`,
    ours: "the registration answers with none, and the client sends its id alone",
    async walk({ walker: start }) {
      const walker = start();
      walker.store.clientMetadata.token_endpoint_auth_method = method;
      await walker.connect(READING);
      const [exchange] = walker.to("/oauth/token");
      expect(exchange?.headers.has("authorization")).toBe(false);
      expect(exchange?.form.has("client_secret")).toBe(false);
      expect([walker.asks("resource"), exchange?.form.get("resource")]).toEqual([ADDRESS, ADDRESS]);
    },
  };
}

/** The client itself refuses an answer that was changed on its way. */
function refusesIss(change: (answer: URLSearchParams) => void): Walk {
  return async ({ walker: start, account }) => {
    const walker = start();
    await expect(walker.open()).rejects.toThrow();
    const answer = await walker.press(READING);
    change(answer);
    await expect(walker.finish(answer)).rejects.toThrow();
    expect(walker.to("/oauth/token")).toEqual([]);
    expect(await account.call("GET", "/v0/apps/")).toEqual([]);
  };
}

function promisesIss(suite: string): Row {
  return {
    suite,
    ours: "it is promised",
    absent: (server) => expect(server.authorization_response_iss_parameter_supported).toBe(true),
  };
}

function bearer(suite: string): Row {
  return {
    suite,
    ours: "bearer tokens, an hour long, for one resource; neither revision asks for more",
    absent: (server) => expect(server).not.toHaveProperty("dpop_signing_alg_values_supported"),
  };
}

/** Without a person nobody gets a token. */
function noGrant(suite: string): Row {
  return {
    suite,
    ours: "a person allows each app: no other grant",
    absent: (server) => expect(server.grant_types_supported).toEqual(["authorization_code", "refresh_token"]),
  };
}

test("each scenario of the suite for a login is in the table", async () => {
  const list = startProgram(process.execPath, [SUITE, "list"], {});
  await list.end;
  const names = [...list.ended.out.matchAll(/^ +- (auth\/\S+)/gm)].map(([, name]) => name);
  expect(Object.keys(SCENARIOS).toSorted()).toEqual(names.toSorted());
});

const ROWS = Object.entries(SCENARIOS).map(([name, row]) => ({ name, ...row }));
const WALKED = ROWS.flatMap((row) =>
  row.walk === undefined ? [] : REVISIONS.map((revision) => ({ ...row, revision })),
);
const ABSENT = ROWS.filter(({ walk }) => walk === undefined);

test.each(WALKED)("$name, revision $revision: $ours", async ({ walk, revision }) => {
  const account = await newAccount(base);
  const walker = (distort?: Distortion) => new Walker(ADDRESS, revision, account, distort);
  await walk?.({ account, walker });
});

test.each(ABSENT)("$name cannot be walked: $ours", async ({ absent }) => {
  if (absent === undefined) throw new Error("It is neither walked nor absent.");
  absent(await document(OF_SERVER), await document(OF_RESOURCE));
});
