import { describe, expect, test } from "vitest";
import { type Principal, rightsOf } from "../../../../broker/routing/access.ts";
import { type Asking, explain } from "../../../../broker/routing/explain.ts";
import {
  CHANNEL,
  DEVICE_CHANNEL,
  REFUSED_ACTIONS,
  type RefusedAction,
  sentenceOf,
  withIds,
} from "../../../support/refused-actions.ts";

const USER = "0f000000-0000-4000-8000-000000000001";
const ids = {
  user: USER,
  other: "0f000000-0000-4000-8000-000000000002",
  device: "0f000000-0000-4000-8000-000000000003",
  neighbour: "0f000000-0000-4000-8000-000000000004",
};
const own = (topic: string): string => `${USER}/${topic}`;

const credential = {
  kind: "credential",
  credentialId: "c",
  secretVersion: 1,
  topics: [own(CHANNEL)],
} as const satisfies Principal;
const device = {
  ...credential,
  kind: "device",
  deviceId: ids.device,
  deviceTopics: [own(DEVICE_CHANNEL)],
} as const satisfies Principal;
const PRINCIPALS: Record<RefusedAction["kind"], Principal> = {
  "api-key": { kind: "api-key", keyId: "k" },
  credential,
  device,
};

describe("why a topic is refused", () => {
  test.each(REFUSED_ACTIONS)("$kind $action $tried", (row) => {
    const principal = PRINCIPALS[row.kind];
    const action = row.action === "subscribe" ? "subscribe" : "publish";
    const tried = withIds(row.tried, ids);
    const rights = rightsOf(USER, principal);
    const isAllowed = action === "publish" ? rights.mayPublish : rights.maySubscribe;
    expect(isAllowed(tried)).toBe(false);
    const { words, nearest, fix } = explain(USER, principal, action, tried);
    expect(words).toBe(withIds(sentenceOf(row), ids).replace(/^The will: /, ""));
    expect(nearest).toBe(withIds(row.nearest, ids));
    expect(isAllowed(nearest ?? "")).toBe(true);
    expect(fix).toEqual(row.fix === null ? null : { credentialId: "c", topic: withIds(row.fix, ids) });
    if (fix === null || principal.kind === "api-key" || principal.kind === "token") return;
    const mended = rightsOf(USER, { ...principal, topics: [...principal.topics, fix.topic] });
    expect(action === "publish" ? mended.mayPublish(tried) : mended.maySubscribe(tried)).toBe(true);
  });

  test("each kind is refused each action at least once", () => {
    const seen = new Set(REFUSED_ACTIONS.map(({ kind, action }) => `${kind} ${action}`));
    expect(seen.size).toBe(3 * 3);
  });

  test("names a client without topics, and says least about an unknown one", () => {
    const bare = explain(USER, { ...credential, topics: [] }, "publish", own("x"));
    expect(bare).toMatchObject({ nearest: null, fix: { topic: own("x") } });
    expect(bare.words).toBe(
      `"${own("x")}" may not be published to: no channel of the credential has this topic.`,
    );
    expect(explain(USER, null, "subscribe", own("x"))).toEqual({
      words: `"${own("x")}" matches nothing that may be read.`,
      nearest: null,
      fix: null,
      remedy: null,
      advice: "Give the client's login a channel or a grant for this topic.",
    });
  });

  test("a token lacks a scope, whatever it tried", () => {
    const token: Principal = { kind: "token", tokenId: "t", grants: [], controls: [], view: "root" };
    for (const tried of [own("y"), `$share/group/${own("y")}`]) {
      expect(explain(USER, token, "subscribe", tried)).toEqual({
        words: `"y" matches nothing that may be read: the token lacks a scope for it.`,
        nearest: null,
        fix: null,
        remedy: null,
        advice: "Make a token that has the scope messages:read:y.",
      });
    }
  });

  describe("a device that asks its owner first", () => {
    const controls = [ids.device, ids.neighbour];
    const all = [{ filter: "#", publish: true, subscribe: false }];
    const token: Extract<Principal, { kind: "token" }> = {
      kind: "token",
      tokenId: "t",
      grants: all,
      controls,
      view: "root",
    };
    const control = own(`devices/${ids.device}/control`);
    const command = own("plug/set");
    const asking: Asking = {
      commandedOn: (topic) => (topic === command ? [ids.neighbour, ids.device] : []),
      asksFirst: (id, caller) => id === ids.device && caller === "token",
    };
    const may = (principal: Principal, topic: string) =>
      rightsOf(USER, principal, "", asking.commandedOn, asking.asksFirst).mayPublish(topic);

    test.each([
      [control, `devices/${ids.device}/control`],
      [command, "plug/set"],
    ])("refuses a token's message to %s with the call that asks", (topic, shown) => {
      expect(may(token, topic)).toBe(false);
      expect(rightsOf(USER, token, "", asking.commandedOn).mayPublish(topic)).toBe(true);
      expect(explain(USER, token, "publish", topic, asking)).toEqual({
        words: `"${shown}" may not be published to: the device asks its owner first, and a message cannot wait for the answer.`,
        nearest: null,
        fix: null,
        remedy: null,
        advice: `Order it with POST /v0/devices/on-off/${ids.device}/switch/: the owner is asked.`,
        isAsked: true,
      });
    });

    test.each<[string, Principal, string]>([
      ["a device that does not ask", { ...token, controls: [] }, `devices/${ids.neighbour}/control`],
      ["a token that may not switch it", { ...token, controls: [] }, `devices/${ids.device}/control`],
      [
        "a guest, about whom it does not ask",
        { ...token, controls: [], guest: true as const },
        `devices/${ids.device}/control`,
      ],
      ["any other topic", { ...token, grants: [] }, "plug/state"],
    ])("says of %s that a scope is missing", (_, principal, shown) => {
      expect(may(principal, own(shown))).toBe(false);
      const { words, isAsked } = explain(USER, principal, "publish", own(shown), asking);
      expect(words).toBe(`"${shown}" may not be published to: the token lacks a scope for it.`);
      expect(isAsked).toBeUndefined();
    });

    test("lets a guest publish, about whom it does not ask", () => {
      expect(may({ ...token, guest: true as const }, control)).toBe(true);
    });
  });

  test.each([
    ["another account's topic", `${ids.other}/gone`],
    ["a status topic, which the broker alone publishes", own(`devices/${ids.device}/status`)],
  ])("a refused will is never explained with %s", (_, foreign) => {
    const mistaken = { ...credential, topics: [foreign, own(CHANNEL)] };
    const near = own(`${foreign.slice(foreign.indexOf("/") + 1)}x`);
    const { words, nearest } = explain(USER, mistaken, "publish", near);
    expect(nearest).toBe(own(CHANNEL));
    expect(words).not.toContain(`"${foreign}"`);
    expect(explain(USER, { ...credential, topics: [foreign] }, "publish", near).nearest).toBeNull();
  });

  test("a doubled prefix is named, in either view", () => {
    const twice = own(own(CHANNEL));
    const remedy = { kind: "topic", topic: own(CHANNEL) };
    expect(explain(USER, credential, "publish", twice)).toEqual({
      words: `"${twice}" may not be published to: the account's prefix is there twice. Use "${own(CHANNEL)}".`,
      nearest: own(CHANNEL),
      fix: null,
      remedy,
    });
    expect(explain(USER, credential, "publish", own(own("other"))).remedy).toMatchObject({ kind: "grant" });
  });

  test("a missing prefix suggests the other view, for credentials of the account's owner", () => {
    const view = { kind: "view", credentialId: "c", view: "root" };
    expect(explain(USER, credential, "publish", CHANNEL).remedy).toEqual(view);
    expect(explain(USER, credential, "publish", "stat/lamp").remedy).toEqual(view);
    expect(explain(USER, device, "subscribe", "stat/#").remedy).toEqual(view);
    expect(explain(USER, { ...device, until: 1 }, "publish", "stat/lamp").remedy).toBeNull();
    expect(explain(USER, { kind: "api-key", keyId: "k" }, "publish", CHANNEL).remedy).toEqual({
      kind: "topic",
      topic: own(CHANNEL),
    });
    expect(explain(USER, credential, "publish", `${ids.other}/x`).remedy).toBeNull();
  });

  test("the prefix is not mentioned in root view", () => {
    const root: Principal = { ...credential, view: "root" };
    expect(explain(USER, root, "publish", own("stat/lamp"))).toEqual({
      words: `"stat/lamp" may not be published to: no channel of the credential has this topic. The nearest that it may use is "${CHANNEL}".`,
      nearest: CHANNEL,
      fix: { credentialId: "c", topic: own("stat/lamp") },
      remedy: { kind: "grant", credentialId: "c", topic: own("stat/lamp") },
    });
    expect(explain(USER, root, "subscribe", own("stat/#")).words).not.toContain(USER);
  });

  test.each([
    ["a wildcard", "a/+"],
    ["white space", "a b"],
    ["an empty level", "a//b"],
    ["more than a channel's topic may have", "é".repeat(82)],
    ["another device's control", `devices/${ids.neighbour}/control`],
  ])("%s cannot be a channel, so there is no remedy", (_, name) => {
    expect(explain(USER, credential, "subscribe", own(name)).fix).toBeNull();
  });

  test("the longest channel topic has a remedy; a link that expires within an hour has none", () => {
    const longest = own("é".repeat(81));
    expect(explain(USER, credential, "publish", longest).fix).toEqual({ credentialId: "c", topic: longest });
    expect(explain(USER, { ...device, until: 1 }, "publish", own("a")).fix).toBeNull();
  });
});
