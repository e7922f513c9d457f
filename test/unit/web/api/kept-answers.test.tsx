import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepAnswers, listBefore } from "../../../../web/src/api/kept-answers.ts";
import { CallError } from "../../../../web/src/api/problem.ts";
import { queryKeys } from "../../../../web/src/api/query-keys.ts";
import { session, signIn, signOut } from "../../../../web/src/session/session.ts";
import { ADA } from "../session/ada.ts";

const person = (id: string) => ({ token: "t0ken", user: { ...ADA, id } });
const AT = Date.parse("2026-11-22T09:54:22Z");
const LIST = queryKeys.deviceList(4);
const kept = () => localStorage.getItem("last_answers") ?? "";

/** A freshly loaded page. */
function newPage(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  keepAnswers(client);
  return client;
}

const leave = () => window.dispatchEvent(new Event("pagehide"));

const failing = (client: QueryClient, status: number) =>
  client
    .query({ queryKey: LIST, queryFn: () => Promise.reject(new CallError(status, null)) })
    .catch(() => undefined);

describe("cached responses of lists", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: AT });
    signIn(person("u1"));
  });
  afterEach(() => {
    vi.useRealTimers();
    signOut();
  });

  it("are shown by a page that loads while the server is down, with their time [F351]", async () => {
    newPage().setQueryData(LIST, [{ name: "Porch lamp" }]);
    leave();
    vi.setSystemTime(AT + 60_000);
    for (const status of [0, 500, 502]) {
      const client = newPage();
      await failing(client, status);
      expect(client.getQueryState(LIST)).toMatchObject({
        data: [{ name: "Porch lamp" }],
        dataUpdatedAt: AT,
        status: "error",
      });
    }
  });

  it("replace neither a refusal nor newer data [F351]", async () => {
    newPage().setQueryData(LIST, ["before"]);
    leave();
    const refused = newPage();
    await failing(refused, 403);
    expect(refused.getQueryData(LIST)).toBeUndefined();
    vi.setSystemTime(AT + 60_000);
    const knows = newPage();
    knows.setQueryData(LIST, ["now"]);
    await failing(knows, 0);
    expect(knows.getQueryData(LIST)).toEqual(["now"]);
  });

  it("give the expected height of a list", () => {
    expect(listBefore(LIST)).toBeNull();
    newPage().setQueryData(LIST, ["one", "two"]);
    leave();
    expect(listBefore(LIST)).toHaveLength(2);
    expect(listBefore(queryKeys.deviceList(5))).toBeNull();
  });

  it("are deleted with the session, and shown to no other account [T350]", async () => {
    const client = newPage();
    client.setQueryData(LIST, ["of the first"]);
    leave();
    // Another tab signs in with another account.
    session.set({ status: "authenticated", ...person("u2") });
    const other = newPage();
    await failing(other, 0);
    expect(other.getQueryData(LIST)).toBeUndefined();
    expect(kept()).toContain("of the first");
    signOut();
    leave();
    expect(kept()).toBe("");
  });

  it("contain no credential [T350]", () => {
    const client = newPage();
    for (const secret of [queryKeys.apiKeys, queryKeys.credentials, queryKeys.user, queryKeys.settings])
      client.setQueryData<unknown>(secret, "secret");
    client.setQueryData(LIST, ["a device"]);
    leave();
    expect(kept()).toContain("a device");
    expect(kept()).not.toContain("secret");
  });
});
