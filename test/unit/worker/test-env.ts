/** The set-up of each file of the `workerd` layer: the database has its tables. */

import { applyD1Migrations, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll } from "vitest";

/** What test/vitest.config.ts adds to the environment. */
declare global {
  namespace Cloudflare {
    interface Env {
      TEST_MIGRATIONS: D1Migration[];
    }
  }
}

beforeAll(() => applyD1Migrations(env.DB, env.TEST_MIGRATIONS));
