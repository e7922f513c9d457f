import { describe, expect, test } from "vitest";
import { CALLS } from "../../../../worker/contract/api.ts";
import type { Endpoint } from "../../../../worker/contract/endpoint.ts";
import { openapiDocument, referencePage } from "../../../../worker/openapi.ts";

const document = openapiDocument(CALLS);
const rows: [string, Endpoint][] = Object.entries(CALLS);

const operationOf = (endpoint: Endpoint) => {
  const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
  if (operation === undefined) throw new Error(`${endpoint.method} ${endpoint.path} is missing`);
  return operation;
};

/** Every value under this key, at any depth. */
function* under(key: string, value: unknown): Generator<unknown> {
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (name === key) yield inner;
    yield* under(key, inner);
  }
}

describe("the OpenAPI document", () => {
  test("has every endpoint and no other, under its own name", () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(operations.map((operation) => operation.operationId).sort()).toEqual(Object.keys(CALLS).sort());
    for (const [name, endpoint] of rows) expect(operationOf(endpoint).operationId).toBe(name);
  });

  test("is plain JSON with valid references", () => {
    const copy = JSON.parse(JSON.stringify(document));
    expect(copy).toEqual(document);
    const references = [...under("$ref", document)].map(String);
    expect(references.length).toBeGreaterThan(50);
    for (const reference of references) {
      expect(reference).toMatch(/^#\/components\/schemas\/\w+$/);
      expect(document.components.schemas).toHaveProperty(reference.split("/").at(-1) ?? "");
    }
    expect(JSON.stringify(document)).not.toContain("$defs");
  });

  test.each(rows)("%s has its authentication, parameters and responses", (_, endpoint) => {
    const operation = operationOf(endpoint);
    const statuses = Object.keys(operation.responses);
    expect(statuses).toContain(String(endpoint.status));
    const { access, scopes = [], messages, problems, takesBytes } = endpoint;
    const bearer =
      access === "token" ? [{ bearer: messages === undefined ? [...scopes] : [`${messages}:{filter}`] }] : [];
    expect(operation.security).toEqual(access === "public" ? [] : [{ token: [] }, ...bearer]);
    expect(statuses.includes("401")).toBe(access !== "public");
    expect(statuses.includes("429")).toBe(
      endpoint.throttle !== undefined || problems?.includes(429) === true,
    );
    expect(operation.requestBody !== undefined).toBe(
      endpoint.request !== undefined || takesBytes !== undefined,
    );
    const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === "path");
    expect(declared.map((parameter) => parameter.name)).toEqual(inPath);
    expect("content" in (operation.responses[String(endpoint.status)] ?? {})).toBe(
      endpoint.response !== null || endpoint.media !== undefined,
    );
  });

  test("declares every security scheme that a call names [OpenAPI 3.1.0, 4.8.30]", () => {
    const { securitySchemes } = document.components;
    expect(securitySchemes).toMatchObject({
      token: { type: "apiKey", in: "header", name: "Authorization" },
      bearer: { type: "http", scheme: "bearer" },
    });
    const named = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ security }) => security.flatMap(Object.keys)),
    );
    expect(new Set(named)).toEqual(new Set(Object.keys(securitySchemes)));
    for (const name of named) expect(name).toMatch(/^[\w.-]+$/);
  });

  test.each(rows.filter(([, endpoint]) => endpoint.request !== undefined))(
    "the example of %s is valid, and its required fields are required",
    (_, endpoint) => {
      const media = operationOf(endpoint).requestBody?.content["application/json"];
      const example = media?.example as Record<string, unknown>;
      expect(endpoint.request?.safeParse(example).error).toBeUndefined();
      const schema = document.components.schemas[media?.schema.$ref?.split("/").at(-1) ?? ""];
      for (const field of Object.keys(schema?.properties ?? {})) {
        const { [field]: _left, ...rest } = example;
        const accepted = endpoint.request?.safeParse(rest).success;
        expect([field, accepted]).toEqual([field, !(schema?.required ?? []).includes(field)]);
      }
    },
  );

  test("has limits and formats", () => {
    const { DeviceBody, Register, User } = document.components.schemas;
    expect(DeviceBody?.properties?.name).toMatchObject({ type: "string", minLength: 1, maxLength: 100 });
    expect(Register?.properties?.email).toMatchObject({ type: "string", format: "email" });
    expect(User?.properties?.id).toEqual({ type: "string", format: "uuid" });
    expect(operationOf(CALLS.login).description).toBe(
      "At most 10 calls a minute and e-mail address from one network address, and 60 calls a minute and network address, and 60 calls a minute and e-mail address.",
    );
    const query = operationOf(CALLS.listEvents).parameters?.map((parameter) => parameter.name);
    expect(query).toEqual(["size", "before", "device", "event_type", "search", "from", "to"]);
  });

  test("names the given server", () => {
    expect(openapiDocument(CALLS, "https://s.example").servers).toEqual([{ url: "https://s.example" }]);
    expect(document.servers).toEqual([{ url: "/" }]);
  });
});

describe("the reference page", () => {
  test("shows every call with a command to try it, and loads and runs no script", async () => {
    const response = await referencePage(document);
    const html = await response.text();
    for (const [name, endpoint] of rows) {
      expect(html).toContain(`<section id="${name}"`);
      expect(html).toContain(`curl -X ${endpoint.method} &#39;https://your-host${endpoint.path}&#39;`);
    }
    expect(html).not.toMatch(/<script|<link|<img|@import|url\(|https?:\/\/(?!your-host)/);
    const policy = response.headers.get("Content-Security-Policy") ?? "";
    const nonce = /style-src 'nonce-([^']+)'/.exec(policy)?.[1];
    expect(policy).toContain("default-src 'none'");
    expect(html).toContain(`<style nonce="${nonce}">`);
    expect(html).not.toMatch(/ style="| on\w+="/);
    expect((await referencePage(document)).headers.get("Content-Security-Policy")).not.toBe(policy);
  });

  test("lists for each call its authentication and scopes", async () => {
    const html = await (await referencePage(document)).text();
    for (const [name, endpoint] of rows) {
      const { access } = endpoint;
      const scopes = operationOf(endpoint).security.flatMap(({ bearer = [] }) => bearer);
      const at = html.indexOf(`<section id="${name}"`);
      const section = html.slice(at, html.indexOf("</section>", at)).replaceAll(/<[^>]+>/g, "");
      const needed = {
        public: "Open to everyone.",
        user: "Needs a login session.",
        token: `Needs a login session, or ${scopes.length === 0 ? "any token" : `a token with ${scopes.join(" and ")}`}.`,
        operator: "Needs an operator's key.",
      }[access];
      expect([name, section]).toEqual([name, expect.stringContaining(needed)]);
      const sent = { public: "curl", user: "Token $SESSION", token: "Bearer $TOKEN", operator: "" }[access];
      expect([name, section]).toEqual([name, expect.stringContaining(sent)]);
    }
  });

  test("escapes text of the document [T8]", async () => {
    const hostile = structuredClone(document);
    const operation = hostile.paths["/v0/login/"]?.post;
    if (operation === undefined) throw new Error("no login");
    operation.summary = "<script>alert(1)</script>";
    hostile.servers = [{ url: "https://x.example/'\"><b>" }];
    const html = await (await referencePage(hostile)).text();
    expect(html).not.toContain("<script>");
    expect(html).not.toContain("<b>'");
    expect(html).toContain("&lt;script&gt;alert(1)");
  });

  test("has only links to its own parts", async () => {
    const html = await (await referencePage(document)).text();
    const anchors = [...html.matchAll(/href="#([^"]+)"/g)].map((match) => match[1]);
    expect(anchors.length).toBeGreaterThan(40);
    for (const anchor of anchors) expect(html).toContain(`id="${anchor}"`);
  });
});
