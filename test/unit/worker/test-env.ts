import type { D1Migration } from "cloudflare:test";

/** What test/vitest.config.ts adds to the environment. */
declare global {
  namespace Cloudflare {
    interface Env {
      TEST_MIGRATIONS: D1Migration[];
    }
  }
}
