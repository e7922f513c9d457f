/** The addresses that webhooks and push subscriptions may have. */

import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { OUTBOUND_HEADER } from "../../../../worker/notify/outbound.ts";
import { vapidSubject } from "../../../../worker/notify/push.ts";
import {
  nameToResolve,
  pushEndpointProblem,
  reachHeader,
  resolvedProblem,
  webhookAddressProblem,
} from "../../../../worker/notify/target-address.ts";

const LAN = { ...env, WEBHOOK_LAN: "true" };
const DEPLOYED = { ...env, ENVIRONMENT: "production", WEBHOOK_LAN: "true" };
const DESK = {
  ...env,
  APP_URL: "http://localhost:8787",
  LAN_URL: "http://192.168.1.2:8787",
  HOSTS: "192.168.1.2",
};
const DESK_IN_LAN = { ...DESK, WEBHOOK_LAN: "true", ALLOWED_ORIGINS: "http://localhost:5173" };

const PRIVATE = [
  "127.0.0.1",
  "127.1",
  "127.0.0.1.",
  "2130706433",
  "0x7f000001",
  "0x7f.1",
  "0177.0.0.1",
  "0177.1",
  "0.0.0.0",
  "0",
  "10.0.0.1",
  "10.1",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "192.168.257",
  "169.254.169.254",
  "100.64.0.1",
  "100.127.255.255",
  "192.0.0.1",
  "192.0.2.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "[::1]",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[::127.0.0.1]",
  "[::a00:1]",
  "[::ffff:7f00:1]",
  "[0:0:0:0:0:ffff:10.0.0.1]",
  "[fe80::1]",
  "[fc00::1]",
  "[fd00:ec2::254]",
  "[ff02::1]",
  "[64:ff9b::7f00:1]",
  "[2002:7f00:1::]",
  "[2001:db8::1]",
  "localhost",
  "LOCALHOST",
  "localhost.",
  "a.localhost",
  "printer.local",
  "router.lan",
  "nas",
  "metadata.google.internal",
  "１２７.0.0.1",
];

describe("a webhook", () => {
  test.each(PRIVATE)("may not be at %s [T380]", (host) => {
    for (const environment of [env, DEPLOYED]) {
      expect(webhookAddressProblem(environment, `https://${host}/hook`)).toMatch(/private network/);
    }
  });

  test.each([
    ["http://hooks.example.com/", /https/],
    ["ftp://hooks.example.com/", /https/],
    ["hooks.example.com", /https/],
    ["https://hooks.example.com:8443/", /443/],
    ["https://user:word@hooks.example.com/", /user name/],
    ["https://api.test/", /itself/],
    ["https://API.test./v0/", /itself/],
    ["", /https/],
  ])("may not have the address %s [T380]", (address, problem) => {
    expect(webhookAddressProblem(env, address)).toMatch(problem);
  });

  test.each(["https://hooks.example.com/a?b=c", "https://hooks.example.com:443/", "https://8.8.8.8/"])(
    "may be at %s",
    (address) => {
      expect(webhookAddressProblem(env, address)).toBeNull();
    },
  );

  test("may be in a desk's network if WEBHOOK_LAN is true, and never be the product itself", () => {
    expect(webhookAddressProblem(LAN, "http://127.0.0.1:3000/hook")).toBeNull();
    expect(webhookAddressProblem(LAN, "http://nas:3000/hook")).toBeNull();
    expect(webhookAddressProblem(LAN, "http://hooks.example.com/")).toMatch(/https/);
    expect(webhookAddressProblem(LAN, "http://api.test/v0/")).toMatch(/itself/);
  });

  test.each(["http://localhost:3000/", "https://127.0.0.1/", "https://nas:8443/", "http://[::1]:3000/a"])(
    "may not be at %s on a desk, and the refusal names the variable that allows it",
    (address) => {
      expect(webhookAddressProblem(DESK, address)).toMatch(/--var WEBHOOK_LAN:true$/);
      expect(webhookAddressProblem(DESK_IN_LAN, address)).toBeNull();
      expect(webhookAddressProblem(DEPLOYED, address)).not.toMatch(/WEBHOOK_LAN/);
    },
  );

  test("with a name in a desk's network is refused with the same remedy", () => {
    expect(resolvedProblem(DESK, ["192.168.1.9"])).toMatch(/WEBHOOK_LAN/);
    expect(resolvedProblem(DEPLOYED, ["192.168.1.9"])).toMatch(/Use a public host\.$/);
  });

  test.each([
    ["http://localhost:8787/", true],
    ["http://127.0.0.1:8787/", true],
    ["http://127.9.9.9:8787/", true],
    ["http://[::1]:8787/", true],
    ["http://[::ffff:127.0.0.1]:8787/", true],
    ["http://0.0.0.0:8787/", true],
    ["http://a.localhost:8787/", true],
    ["https://localhost:8787/", true],
    ["http://192.168.1.2:8787/", true],
    ["http://192.168.1.2:3000/", false],
    ["http://192.168.1.3:8787/", false],
    ["http://localhost/", false],
    ["http://localhost:5173/", false],
    ["http://127.0.0.1:1880/", false],
  ])("at %s is the desk's own page: %s", (address, isOwn) => {
    const problem = webhookAddressProblem(DESK_IN_LAN, address);
    expect(problem).toBe(isOwn ? "Switchyard sends no notices to itself." : null);
  });

  test.each(["a..example.com", ".example.com", "example.com..", "..", "localhost.."])(
    "may not have an empty label: %s",
    (host) => {
      for (const environment of [env, LAN, DEPLOYED]) {
        expect(webhookAddressProblem(environment, `https://${host}/`)).toMatch(/empty part|begins with/);
      }
    },
  );

  test("with a name is resolved before each attempt, and every address must be public [T380]", () => {
    expect(nameToResolve(env, "https://hooks.example.com/")).toBe("hooks.example.com");
    expect(nameToResolve(env, "https://8.8.8.8/")).toBeNull();
    // a desk checks the address that it connects to; a deployment ignores its variable
    expect(nameToResolve({ ...DESK, OUTBOUND: "checked" }, "https://hooks.example.com/")).toBeNull();
    const deployed = { ...DEPLOYED, OUTBOUND: "checked" };
    expect(nameToResolve(deployed, "https://hooks.example.com/")).toBe("hooks.example.com");
    expect(reachHeader(deployed)).toEqual({});
    expect(reachHeader({ ...DESK, OUTBOUND: "checked" })).toEqual({ [OUTBOUND_HEADER]: "public" });
    expect(reachHeader({ ...DESK_IN_LAN, OUTBOUND: "checked" })).toEqual({ [OUTBOUND_HEADER]: "any" });
    expect(resolvedProblem(env, ["93.184.216.34", "2606:2800:220:1::1"])).toBeNull();
    for (const addresses of [["93.184.216.34", "10.0.0.1"], ["::1"], ["fd00::1"], []]) {
      expect(resolvedProblem(env, addresses)).toMatch(/private network/);
    }
  });
});

test.each([
  ["https://fcm.googleapis.com/fcm/send/a", true],
  ["https://updates.push.services.mozilla.com/wpush/v2/a", true],
  ["https://wns2-par02p.notify.windows.com/w/?token=a", true],
  ["https://web.push.apple.com/a", true],
  ["https://jmt17.google.com/fcm/send/dYq1:APA91bExample", true],
  ["https://fcm.googleapis.com/wp/a", true],
  ["https://FCM.googleapis.com/fcm/send/a", true],
  ["https://.push.apple.com/a", false],
  ["https://..push.apple.com/a", false],
  ["https://a..push.apple.com/a", false],
  ["https://.web.push.apple.com/a", false],
  ["https://web.push.apple.com./a", false],
  ["https://fcm.googleapis.com./a", false],
  ["https://-.notify.windows.com/a", false],
  ["https://push.apple.com/a", false],
  ["https://web.push.apple.com:8443/a", false],
  ["https://user@web.push.apple.com/a", false],
  ["http://fcm.googleapis.com/fcm/send/a", false],
  ["https://fcm.googleapis.com.example.com/a", false],
  ["https://evil-push.apple.com.example/a", false],
  ["https://fcm.googleapis.com:8443/a", false],
  ["https://127.0.0.1/a", false],
  ["javascript:alert(1)", false],
])("a push subscription at %s: %s [T381]", (endpoint, isAllowed) => {
  expect(pushEndpointProblem(env, endpoint) === null).toBe(isAllowed);
});

test("an unknown push service is named, with what its operator can do", () => {
  expect(pushEndpointProblem(env, "https://push.example.org/a")).toBe(
    "The push service of this browser is not known here: push.example.org. The operator of this service can add it (PUSH_HOSTS).",
  );
  const added = { ...env, PUSH_HOSTS: "Push.Example.org,.push.example.net" };
  expect(pushEndpointProblem(added, "https://push.example.org/a")).toBeNull();
  expect(pushEndpointProblem(added, "https://a.push.example.net/a")).toBeNull();
  expect(pushEndpointProblem(added, "https://.push.example.net/a")).not.toBeNull();
});

test.each([
  ["http://localhost:8787", "support@switchyard.example", "mailto:switchyard@example.com"],
  ["https://localhost:8787", "me@localhost", "mailto:switchyard@example.com"],
  ["https://nas.local", "me@nas.local", "mailto:switchyard@example.com"],
  ["https://192.168.1.2", "me@yard.invalid", "mailto:switchyard@example.com"],
  ["http://localhost:8787", "Help <help@yard.org>", "mailto:switchyard@example.com"],
  ["http://localhost:8787", "help@yard.org", "mailto:help@yard.org"],
  ["https://yard.org", "help@yard.org", "mailto:help@yard.org"],
  ["https://yard.org", "support@switchyard.example", "https://yard.org"],
  ["https://yard.org:8443", "help@yard..org", "mailto:switchyard@example.com"],
  ["", "", "mailto:switchyard@example.com"],
])("push messages of %j with the support address %j are signed by %s", (APP_URL, SUPPORT_EMAIL, subject) => {
  expect(vapidSubject({ ...env, APP_URL, SUPPORT_EMAIL })).toBe(subject);
});
