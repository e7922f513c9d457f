import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Grant } from "../../../../broker/contract/grants.ts";
import {
  automaticFilters,
  grantsFor,
  hasPatterns,
  idsIn,
  loginOf,
  type Principal,
  type PrincipalRef,
  refIn,
  refKey,
  refOf,
  rightsOf,
} from "../../../../broker/routing/access.ts";
import { isTopicFilter, matches } from "../../../../broker/routing/filter.ts";

const USER = "u";
/** Every topic of up to four levels from a small world: two accounts, a device, $SYS. */
const WORLD: string[] = ["u", "v", "devices", "d", "control", "x", "", "$SYS"].flatMap((one) => [
  one,
  ...["devices", "x", "d", ""].flatMap((two) => [
    `${one}/${two}`,
    ...["d", "e", "x"].flatMap((three) => [
      `${one}/${two}/${three}`,
      ...["control", "x"].map((four) => `${one}/${two}/${three}/${four}`),
    ]),
  ]),
]);

const credential: Principal = {
  kind: "credential",
  credentialId: "c",
  secretVersion: 1,
  topics: ["u/x", "u/d/x"],
};
const device: Principal = {
  kind: "device",
  deviceId: "d",
  credentialId: "c",
  secretVersion: 1,
  topics: ["u/x"],
  deviceTopics: ["u/x/x", "u/d"],
};
/** Grants beyond channels, in the account's view; a topic outside the account gives no right. */
const granted: Principal = {
  ...credential,
  view: "root",
  grants: [
    { filter: "devices/+/control", publish: true, subscribe: false },
    { filter: "x/#", publish: false, subscribe: true },
    { filter: "#/x", publish: true, subscribe: true },
    { filter: "%c/d", publish: true, subscribe: true },
  ],
};
const everything: Principal = {
  ...credential,
  topics: [],
  grants: [{ filter: "#", publish: true, subscribe: true }],
};
const apiKey: Principal = { kind: "api-key", keyId: "k" };

const TABLE: {
  name?: string;
  principal: Principal;
  publish: (topic: string) => boolean;
  read: (topic: string) => boolean;
}[] = [
  { principal: apiKey, publish: (topic) => topic.startsWith("u/"), read: (topic) => topic.startsWith("u/") },
  {
    principal: credential,
    publish: (topic) => ["u/x", "u/d/x"].includes(topic),
    read: (topic) => ["u/x", "u/d/x"].includes(topic),
  },
  {
    principal: device,
    publish: (topic) => ["u/x", "u/devices/d/control"].includes(topic),
    read: (topic) => ["u/x", "u/devices/d/control", "u/x/x", "u/d"].includes(topic),
  },
  {
    name: "granted",
    principal: granted,
    publish: (topic) => ["u/x", "u/d/x"].includes(topic) || /^u\/devices\/[^/]*\/control$/.test(topic),
    read: (topic) => ["u/x", "u/d/x"].includes(topic) || topic.startsWith("u/x/"),
  },
  {
    name: "unlimited",
    principal: everything,
    publish: (topic) => topic.startsWith("u/"),
    read: (topic) => topic.startsWith("u/"),
  },
];

const filterLevel = fc.constantFrom("u", "v", "devices", "d", "control", "x", "", "+", "#", "$SYS");
const filter = fc
  .array(filterLevel, { minLength: 1, maxLength: 4 })
  .map((all) => all.join("/"))
  .filter(isTopicFilter);

for (const { principal, publish, read, name = principal.kind } of TABLE) {
  describe(`${name} rights`, () => {
    const rights = rightsOf(USER, principal);

    test("publish and read exactly the table's topics, over every topic of a small world [T13]", () => {
      for (const topic of WORLD) {
        expect(rights.mayPublish(topic), topic).toBe(publish(topic));
        expect(rights.mayRead(topic), topic).toBe(read(topic));
      }
    });

    test("a filter is granted if it can match a readable topic, and only then [T13]", () => {
      fc.assert(
        fc.property(filter, (each) => {
          // for an API key any level can be filled in: the filter's own, with x for its wildcards
          const own = each.replaceAll("+", "u").replace("#", "u/x");
          const candidates = [...WORLD, own, own.replace(/^u\/u/, "u/x")];
          const possible = candidates.some((topic) => read(topic) && matches(each, topic));
          expect(rights.maySubscribe(each), each).toBe(possible);
        }),
        { numRuns: 3000 },
      );
    });

    test("a shared filter is authorised by the filter inside it [T14]", () => {
      fc.assert(
        fc.property(filter, (each) => {
          expect(rights.maySubscribe(`$share/g/${each}`)).toBe(rights.maySubscribe(each));
        }),
      );
      expect(rights.maySubscribe("$share/g")).toBe(false);
      expect(rights.maySubscribe("$share/g/$share/g/#")).toBe(false);
    });

    test("no topic outside the account and no $ level is permitted [T14]", () => {
      for (const outside of ["v/x", "u", "ux/x", "$SYS/x", "$SYS/u/x", "", "/u/x"]) {
        expect(rights.mayPublish(outside)).toBe(false);
        expect(rights.mayRead(outside)).toBe(false);
      }
      for (const outside of ["v/#", "u", "+", "$SYS/#", "ux/#", "$SYS/+/x"]) {
        expect(rights.maySubscribe(outside), outside).toBe(false);
      }
    });
  });
}

test("a row with another account's topic gives no right to it", () => {
  const wrong: Principal = { ...device, topics: ["v/x", "u/+", "#"], deviceTopics: ["v/y", "u/#"] };
  const rights = rightsOf(USER, wrong);
  for (const topic of ["v/x", "v/y", "u/+", "u/a"]) {
    expect(rights.mayPublish(topic)).toBe(false);
    expect(rights.mayRead(topic)).toBe(false);
  }
  expect(rights.maySubscribe("v/#")).toBe(false);
  expect(automaticFilters(USER, wrong)).toEqual(["u/devices/d/control"]);
});

test("%u is the user name, %c the client id; a value with several levels matches no topic", () => {
  const grants: Grant[] = [
    { filter: "of/%u/%u", publish: true, subscribe: false },
    { filter: "dev-%c/#", publish: true, subscribe: true },
    { filter: "plain", publish: false, subscribe: true },
  ];
  const may = (username: string, clientId: string, topic: string): boolean => {
    const principal: Principal = { ...credential, grants: grantsFor(grants, username) };
    expect(hasPatterns(principal)).toBe(true);
    return rightsOf(USER, principal, clientId).mayPublish(topic);
  };
  expect(may("me", "c1", "u/of/me/me")).toBe(true);
  expect(may("me", "c1", "u/dev-c1/x")).toBe(true);
  expect(may("$&", "$&", "u/dev-$&/x")).toBe(true);
  for (const sly of ["+", "#", "a/b", ""]) {
    expect(may(sly, sly, `u/of/${sly}/${sly}`), sly).toBe(false);
    expect(may(sly, sly, `u/dev-${sly}/x`), sly).toBe(false);
    expect(may(sly, sly, "u/dev-c1/x"), sly).toBe(false);
  }
  expect(hasPatterns({ ...credential, grants: grantsFor(grants.slice(2), "me") })).toBe(false);
  expect(hasPatterns(apiKey)).toBe(false);
});

test("a client's rights include its topic view", () => {
  const rootOf = (principal: Principal) => rightsOf(USER, principal).root;
  expect([apiKey, credential, device].map(rootOf)).toEqual(["", "", ""]);
  const inRoot = [apiKey, credential, device].map((each): Principal => ({ ...each, view: "root" }));
  expect(inRoot.map(rootOf)).toEqual(["u/", "u/", "u/"]);
  // one row serves both views, so it has the view for a credential's own clients
  expect(inRoot.map((each) => refKey(refOf(each)))).toEqual([
    "api-key:k:root",
    "credential:c",
    "device:d:c:root",
  ]);
});

describe("automatic subscriptions", () => {
  test("a device subscribes to its control topic and its channels, each once", () => {
    expect(automaticFilters(USER, { ...device, deviceTopics: ["u/x/x", "u/d", "u/d"] })).toEqual([
      "u/devices/d/control",
      "u/x/x",
      "u/d",
    ]);
  });
  test("other clients have none", () => {
    expect(automaticFilters(USER, credential)).toEqual([]);
    expect(automaticFilters(USER, apiKey)).toEqual([]);
  });
});

describe("references", () => {
  const others = [
    { ...device, deviceId: "e" },
    { ...device, credentialId: "f" },
  ];
  const all = [apiKey, credential, device, ...others].map(refOf);
  test("name a row without its details", () => {
    expect(all[0]).toEqual({ kind: "api-key", keyId: "k" });
    expect(all[1]).toEqual({ kind: "credential", credentialId: "c" });
    expect(all[2]).toEqual({ kind: "device", deviceId: "d", credentialId: "c" });
  });
  test("their keys name the rows of the rights, and the login that limits are shared by", () => {
    const token: Principal = { kind: "token", tokenId: "t", controls: [], grants: [], view: "root" };
    const rooted: Principal[] = [{ ...apiKey, view: "root" }, { ...device, view: "root" }, token];
    const keys = [...all, ...rooted.map(refOf)].map(refKey);
    const ids = keys.map((key) => idsIn(key).join());
    expect(ids).toEqual(["k", "c", "d,c", "e,c", "d,f", "k", "d,c", "t"]);
    expect(keys.map(loginOf)).toEqual(["k", "c", "c", "c", "f", "k", "c", "t"]);
    expect(new Set(keys).size).toBe(keys.length);
  });
  test("a stored key is read back as the reference that it was written from", () => {
    const id = fc.uuid();
    const view = fc.constantFrom({}, { view: "root" as const });
    const refs = fc.oneof<fc.Arbitrary<PrincipalRef>[]>(
      fc.record({ kind: fc.constant("token" as const), tokenId: id }),
      fc.record({ kind: fc.constant("credential" as const), credentialId: id }),
      fc.tuple(id, view).map(([keyId, seen]) => ({ kind: "api-key" as const, keyId, ...seen })),
      fc.tuple(id, id, view).map(([deviceId, credentialId, seen]) => ({
        kind: "device" as const,
        deviceId,
        credentialId,
        ...seen,
      })),
    );
    fc.assert(
      fc.property(refs, (ref) => {
        expect(refIn(refKey(ref))).toEqual(ref);
      }),
    );
  });

  test("are equal exactly for equal rows", () => {
    for (const [at, one] of all.entries()) {
      for (const [other, two] of all.entries()) {
        expect(refKey(one) === refKey(two)).toBe(at === other);
      }
    }
  });
});

test("a token publishes to a discovered device's command topic only with both scopes", () => {
  const token = (controls: string[], filter = "#"): Principal => ({
    kind: "token",
    tokenId: "t",
    controls,
    view: "root",
    grants: [{ filter, publish: true, subscribe: false }],
  });
  const commandedOn = (topic: string) => (topic === "u/plug/set" ? ["p"] : []);
  const may = (principal: Principal, topic: string) =>
    rightsOf(USER, principal, "", commandedOn).mayPublish(topic);
  expect(may(token([]), "u/plug/set")).toBe(false);
  expect(may(token(["other"]), "u/plug/set")).toBe(false);
  expect(may(token(["p"]), "u/plug/set")).toBe(true);
  expect(may(token(["+"]), "u/plug/set")).toBe(true);
  expect(may(token(["p"], "lamp/#"), "u/plug/set")).toBe(false);
  expect(may(token([]), "u/plug/state")).toBe(true);
});
