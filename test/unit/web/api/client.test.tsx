import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { call } from "../../../../web/src/api/call.ts";
import { callPublic } from "../../../../web/src/api/call-public.ts";
import { unanswered } from "../../../../web/src/api/client.ts";
import { CallError } from "../../../../web/src/api/problem.ts";
import { listEvents, nextCursor } from "../../../../web/src/devices/events/events.ts";
import { beginSignOut, session, signIn, signOut } from "../../../../web/src/session/session.ts";
import { ADA as user } from "../session/ada.ts";

const answer = (status: number, body: string, headers: Record<string, string> = {}) =>
  vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(body, { status, headers }));

beforeEach(() => signIn({ token: "t0ken", user }));
afterEach(() => {
  vi.restoreAllMocks();
  signOut();
});

describe("a call", () => {
  it("carries the token only where one is needed", async () => {
    const fetched = answer(200, "[]");
    await call("listDevices", { search: { size: 4 } });
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toBe("/v0/devices/on-off/?size=4");
    expect(new Headers(init?.headers).get("Authorization")).toBe("Token t0ken");
    fetched.mockResolvedValue(new Response("{}"));
    await callPublic("login", { body: { email: "a", password: "b" } });
    expect(new Headers(fetched.mock.calls[1]?.[1]?.headers).has("Authorization")).toBe(false);
  });

  it("uses the table's method and path, with the id in path and body", async () => {
    const fetched = answer(200, "{}");
    await call("switchDevice", { id: "d1", body: { state: true } });
    expect(fetched.mock.calls[0]).toMatchObject([
      "/v0/devices/on-off/d1/switch/",
      { method: "POST", body: '{"state":true}' },
    ]);
    fetched.mockResolvedValue(new Response(null, { status: 204 }));
    expect(await call("deleteDevice", { id: "d1" })).toBeUndefined();
    expect(fetched.mock.calls[1]).toMatchObject(["/v0/devices/on-off/d1/", { method: "DELETE", body: null }]);
  });

  it("accepts the contract's types only, checked by the compiler", () => {
    const wrong = [
      // @ts-expect-error its path has an id
      () => call("readDevice"),
      // @ts-expect-error a name is text
      () => call("createChannel", { body: { name: 1, topic: "a" } }),
      // @ts-expect-error there is no such type of event
      () => call("listEvents", { search: { event_type: "exploded" } }),
      // @ts-expect-error it takes nothing
      () => call("listChannels", { search: {} }),
      // @ts-expect-error anybody may call it
      () => call("login", { body: { email: "a", password: "b" } }),
    ];
    expect(wrong).toHaveLength(5);
  });

  it("ends the session when the server has ended it", async () => {
    answer(401, '{"detail":"Invalid token."}');
    await expect(call("listDevices")).rejects.toMatchObject({ status: 401 });
    expect(session.get()).toEqual({ status: "anonymous" });
    expect(localStorage.getItem("auth_token")).toBeNull();
  });

  it("leaves the rest to a logout under way: its own call ended the session", async () => {
    beginSignOut();
    answer(401, '{"detail":"Invalid token."}');
    await expect(call("listDevices")).rejects.toMatchObject({ status: 401 });
    expect(session.get().status).toBe("authenticated");
    signOut();
    expect(session.get()).toEqual({ status: "anonymous" });
  });

  it("keeps the session when a public call is refused", async () => {
    answer(401, "{}");
    await expect(callPublic("login", { body: { email: "a", password: "b" } })).rejects.toBeInstanceOf(
      CallError,
    );
    expect(session.get().status).toBe("authenticated");
  });

  it("fails with one kind of error without a network, and for a page instead of JSON [F43]", async () => {
    vi.spyOn(globalThis, "fetch").mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await expect(call("listDevices")).rejects.toMatchObject({ name: "ApiError", status: 0 });
    for (const body of ["<html>Sign in to this network</html>", ""]) {
      answer(200, body);
      await expect(call("listDevices")).rejects.toMatchObject({ name: "ApiError", status: 200 });
    }
  });
});

describe("a response that breaks off", () => {
  it("fails like a missing one: a list without its entries would be stored [F351]", async () => {
    const response = new Response("[");
    vi.spyOn(response, "text").mockRejectedValue(new TypeError("network error"));
    vi.spyOn(globalThis, "fetch").mockResolvedValue(response);
    const before = unanswered.get();
    await expect(listEvents()).rejects.toMatchObject({ name: "ApiError", status: 0 });
    expect(unanswered.get()).toBe(before + 1);
  });
});

describe("pages of events", () => {
  it("continue at the response's link", async () => {
    answer(200, "[]", {
      Link: '<https://x.example/v0/events/devices/on-off/?size=2&before=ab.cd>; rel="next"',
    });
    expect(await listEvents({ size: 2 })).toEqual({ events: [], next: "ab.cd" });
  });

  it("end without a link", () => {
    expect(nextCursor(null)).toBeNull();
    expect(nextCursor('<https://x.example/?before=a>; rel="prev"')).toBeNull();
  });
});
