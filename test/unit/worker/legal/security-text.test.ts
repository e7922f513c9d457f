/** `/.well-known/security.txt` (RFC 9116): the operator's address, never an example's, and a date of expiry. */

import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { securityText } from "../../../../worker/legal/page.ts";
import { apiWith } from "../api/client.ts";

const PATH = "GET /.well-known/security.txt";
const BASE = { ENVIRONMENT: "production", HOSTS: "api.test", APP_URL: "https://yard.test" };
const contactOf = async (variables: Record<string, string>): Promise<string | undefined> => {
  const { body } = await apiWith({ ...BASE, ...variables })(PATH);
  return typeof body === "string" ? /^Contact: (.*)$/m.exec(body)?.[1] : undefined;
};

test("names the contact, how long it holds, and its own addresses", async () => {
  const variables = { SUPPORT_EMAIL: "help@your.host", API_URL: "https://api.test" };
  const response = securityText({ ...env, ...BASE, ...variables }, Date.parse("2026-11-26T17:30:00Z"));
  expect(response.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
  expect(await response.text()).toBe(`Contact: mailto:help@your.host
Expires: 2027-05-25T00:00:00Z
Preferred-Languages: en
Canonical: https://yard.test/.well-known/security.txt
Canonical: https://api.test/.well-known/security.txt
`);
});

test("is served as text by every host of the product, for GET and HEAD", async () => {
  const call = apiWith({ ...BASE, SUPPORT_EMAIL: "help@your.host" });
  const { status, headers, body } = await call(PATH);
  expect([status, headers.get("Content-Type")]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(body).not.toContain("Canonical: http:");
  expect((await call("HEAD /.well-known/security.txt")).status).toBe(200);
});

test.each([
  ["security@your.host", "mailto:security@your.host"],
  [" security@your.host ", "mailto:security@your.host"],
  ["mailto:security@your.host", "mailto:security@your.host"],
  ["https://your.host/security", "https://your.host/security"],
  ["tel:+1-201-555-0123", "tel:+1-201-555-0123"],
])("SECURITY_CONTACT %j comes before the address for support", async (contact, uri) => {
  expect(await contactOf({ SECURITY_CONTACT: contact, SUPPORT_EMAIL: "help@your.host" })).toBe(uri);
});

test.each([
  "http://your.host/security",
  "javascript:alert(1)",
  "your.host",
  "a@b\nExpires: 1999-01-01T00:00:00Z",
  "https://your.host/\r\nContact: mailto:other@your.host",
  "mailto:a@b?subject=x",
])(
  "SECURITY_CONTACT %j is refused: the address for support is named, and health reports it",
  async (contact) => {
    const variables = { SECURITY_CONTACT: contact, SUPPORT_EMAIL: "help@your.host" };
    expect(await contactOf(variables)).toBe("mailto:help@your.host");
    const { problems } = (await apiWith({ ...BASE, ...variables })("GET /v0/health/")).body;
    expect(problems).toEqual([
      `SECURITY_CONTACT must be an e-mail address or an https address, not "${contact}".`,
    ]);
  },
);

test.each(["support@switchyard.example", ""])(
  "without an own address (%j) there is no file, and it says which variable to set",
  async (support) => {
    const { status, body } = await apiWith({ ...BASE, SUPPORT_EMAIL: support, SECURITY_CONTACT: "" })(PATH);
    expect([status, body]).toEqual([
      404,
      {
        detail:
          "No contact for security reports is set. The operator sets SECURITY_CONTACT or SUPPORT_EMAIL.",
      },
    ]);
  },
);
