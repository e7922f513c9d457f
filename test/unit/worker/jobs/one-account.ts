/** The environment of the cron, and a database with one account and nothing else. */

import { env } from "cloudflare:workers";
import { beforeEach } from "vitest";
import type { JobsEnv } from "../../../../worker/jobs.ts";
import { run } from "../api/client.ts";

export const NOW = Date.UTC(2026, 5, 1);

const { DB, BROKER, SEAL_KEYS, LOOKUP_KEY, MAIL } = env;
export const jobsEnv: JobsEnv = {
  ...{ DB, BROKER, SEAL_KEYS, LOOKUP_KEY, MAIL, MAIL_FROM: "hello@example.com" },
  ...{ APP_URL: "https://app.example.com", ENVIRONMENT: "development" },
};

export const withOneAccount = () =>
  beforeEach(async () => {
    await DB.exec("DELETE FROM mail_outbox; DELETE FROM reset_links; DELETE FROM users;");
    await run(
      "INSERT INTO users (id, email, password_hash, created_at) VALUES ('u1', 'a@x.example', 'h', 0)",
    );
  });
