/** The setup of each file of the `workerd` layer: runs the database's migrations, and hashes at a low cost. */

import { applyD1Migrations, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, beforeAll } from "vitest";
import { useLowHashCost, useRealHashCost } from "./hash-cost.ts";

/** Added to the environment by test/vitest.workerd.ts. */
declare global {
  namespace Cloudflare {
    interface Env {
      TEST_MIGRATIONS: D1Migration[];
    }
  }
}

beforeAll(() => applyD1Migrations(env.DB, env.TEST_MIGRATIONS));
beforeAll(useLowHashCost);
afterAll(useRealHashCost);
