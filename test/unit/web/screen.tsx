/** A part of the page, signed in, with a table of responses as its server. */

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, vi } from "vitest";
import { signIn, signOut } from "../../../web/src/session/session.ts";
import { ADA } from "./session/ada.ts";

export const USER_ID = "0b8e4c64-6f7a-4d6e-9a53-8a6c9d4f1e11";
const user = { ...ADA, id: USER_ID, email_verified: true };

export interface ApiRequest {
  /** `POST /v0/…` */
  call: string;
  body: unknown;
}

/** JSON or a response, by method and path, with the query or for any query; other requests get 404. */
export type Answers = Record<string, (body: unknown) => unknown>;

/** Signs in before each test, and cleans up after it. */
export function signedInAlways(): void {
  beforeEach(() => signIn({ token: "t0ken", user }));
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
    signOut();
  });
}

/** All requests from now on, in order. */
export function server(answers: Answers): ApiRequest[] {
  const asked: ApiRequest[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (address, init) => {
    const call = `${init?.method ?? "GET"} ${String(address)}`;
    const body = typeof init?.body === "string" ? JSON.parse(init.body) : undefined;
    asked.push({ call, body });
    const answer = answers[call] ?? answers[call.split("?", 1).join("")];
    if (answer === undefined) return new Response(`{"detail":"There is no ${call}."}`, { status: 404 });
    const given = answer(body);
    return given instanceof Response ? given : new Response(JSON.stringify(given));
  });
  return asked;
}

export async function show(part: ReactNode): Promise<void> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const root = createRootRoute({ component: () => part });
  const history = createMemoryHistory({ initialEntries: ["/"] });
  const router = createRouter({ routeTree: root, history });
  await router.load();
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
}
