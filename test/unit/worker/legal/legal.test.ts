/** `/privacy` and `/terms`: the operator's page or text, or the default one. */

import { expect, test } from "vitest";
import { apiWith } from "../api/client.ts";

const file = (text: string) => ({
  ASSETS: {
    fetch: async ({ pathname }: URL) =>
      pathname === "/privacy.md"
        ? new Response(text, { headers: { "Content-Type": "text/markdown; charset=utf-8" } })
        : new Response("<!doctype html>", { headers: { "Content-Type": "text/html" } }),
  },
});
const NO_FILE = { ASSETS: { fetch: async () => new Response(null, { status: 404 }) } };
const plain = (html: string) =>
  html
    .replace(/<style.*?<\/style>|<[^>]+>/gs, "")
    .replaceAll("&#39;", "'")
    .replace(/\s+/g, " ");

test("without a text of the operator's own they name the service, what it stores and for how long", async () => {
  const variables = {
    ENVIRONMENT: "production",
    THROTTLE: "on",
    APP_URL: "http://api.test",
    EVENT_RETENTION_DAYS: "7",
    MAX_EVENTS: "0",
    MQTT_MAX_SESSION_EXPIRY: "7200",
    MAX_DEVICES: "12",
    SUPPORT_EMAIL: "help@your.host",
  };
  const call = apiWith({ ...NO_FILE, ...variables });
  const { status, body, headers } = await call("GET /privacy");
  expect([status, headers.get("Content-Type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'; script-src 'self';/);
  expect(body).toContain('<a href="mailto:help@your.host">');
  const text = plain(body);
  expect(text).toContain("The operator of api.test runs this service");
  expect(text).toContain("Events of devices: for 7 days, any number.");
  expect(text).toContain("each for 7 days, averages per minute for 30 days, averages per hour for 2 years.");
  expect(text).toContain("messages for offline clients for at most 2 hours.");
  // not the newest: see `MAKE_ROOM`
  expect(text).toContain("Blocked attempts of clients: at most 200, with client id");
  expect(text).toContain("The service runs on Cloudflare");
  const terms = plain((await call("GET /terms")).body);
  expect(terms).toContain("can have 12 devices, 100 channels and 50 credentials.");
  expect(plain((await apiWith(NO_FILE)("GET /privacy/")).body)).toMatch(
    /Contact: support@switchyard\.example\..*The service runs on the operator's own machine\./,
  );
  const without = apiWith({ ...NO_FILE, SUPPORT_EMAIL: "" });
  expect(plain((await without("GET /privacy/")).body)).toContain("No contact address is configured.");
});

test("PRIVACY_URL and TERMS_URL redirect to the operator's own pages", async () => {
  const urls = { PRIVACY_URL: "https://your.host/privacy", TERMS_URL: "https://your.host/terms.html?a=b" };
  const call = apiWith(urls);
  for (const [path, url] of [
    ["/privacy", urls.PRIVACY_URL],
    ["/terms/", urls.TERMS_URL],
  ]) {
    const { status, headers } = await call(`GET ${path}`);
    expect([status, headers.get("Location")]).toEqual([302, url]);
  }
});

test.each([
  ["javascript:alert(1)", 'must be an address like https://your.host/privacy, not "javascript:alert(1)".'],
  ["your.host/privacy", 'must be an address like https://your.host/privacy, not "your.host/privacy".'],
  ["http://localhost/privacy", "is the address of this service's /privacy itself: leave it out."],
])(
  "PRIVACY_URL %s is refused: the page shows its own text, and the health check names the variable",
  async (url, problem) => {
    const call = apiWith({ ...NO_FILE, PRIVACY_URL: url });
    const { status, headers } = await call("GET /privacy");
    expect([status, headers.get("Location")]).toEqual([200, null]);
    expect((await call("GET /v0/health/")).body.problems).toEqual([`PRIVACY_URL ${problem}`]);
  },
);

test("privacy.md is shown as Markdown, without HTML, images or unsafe links", async () => {
  const text = `Hello <script>alert(1)</script>
**all of you**

## Data
- one \`a<b\`
  and more
- [two](https://your.host/x?a=1&b=2), [three](javascript:alert(1))

1. *first*

![a <logo>](https://your.host/a.png)

<iframe src="https://your.host"></iframe>
`;
  const { body } = await apiWith(file(text))("GET /privacy");
  const main = /<main>(.*)<\/main>/s.exec(body)?.[1];
  // a line break is a space within a text, and nothing between two elements
  const compact = main?.trim().replace(/>\n+</g, "><").replace(/\n+/g, " ");
  expect(compact).toBe(
    "<h1>Privacy</h1><p>Hello &lt;script&gt;alert(1)&lt;/script&gt; <strong>all of you</strong></p>" +
      "<h2>Data</h2><ul><li>one <code>a&lt;b</code> and more</li>" +
      '<li><a href="https://your.host/x?a=1&amp;b=2">two</a>, three</li></ul><ol><li><em>first</em></li></ol>' +
      "<p>a &lt;logo&gt;</p> &lt;iframe src=&quot;https://your.host&quot;&gt;&lt;/iframe&gt;",
  );
  const own = (await apiWith(file("# Our rules\n\nBe kind."))("GET /privacy")).body;
  expect(own.match(/<h1>.*?<\/h1>/g)).toEqual(["<h1>Our rules</h1>"]);
});
