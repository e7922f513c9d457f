import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Env } from "../../../../worker/env.ts";
import { callerOf } from "../../../../worker/gateway/caller.ts";
import { edgeOf } from "../../../../worker/gateway/edge.ts";

test("who connects on a desk comes from no country: what the runtime makes up there is not told [F374]", () => {
  const request = new Request("http://yard.example/mqtt", {
    cf: { country: "US", colo: "DFW" },
  } as RequestInit);
  const at = (ENVIRONMENT: string) => {
    const place = { ...env, THROTTLE: "on", ENVIRONMENT, APP_URL: "http://yard.example" } as Env;
    return edgeOf(place, request, callerOf(request, place));
  };
  expect(at("production")).toMatchObject({ country: "US", colo: "DFW" });
  expect(at("development")).toMatchObject({ country: null, colo: null });
});
