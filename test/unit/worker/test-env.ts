/** The setup of each file of the `workerd` layer: runs the database's migrations. */

import { applyD1Migrations, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll } from "vitest";

/** Added to the environment by test/vitest.config.ts. */
declare global {
  namespace Cloudflare {
    interface Env {
      TEST_MIGRATIONS: D1Migration[];
    }
  }
}

beforeAll(() => applyD1Migrations(env.DB, env.TEST_MIGRATIONS));
