/**
 * The entry of `npm start`, `npm run dev` and the tests: the product with its development tools. No deployed file
 * imports it.
 */

import { createApp } from "./app.ts";
import { COST } from "./auth/password.ts";
import { type DeskEnv, endedWithItsClient } from "./desk/gone-clients.ts";
import { compressed } from "./desk/page-compression.ts";
import type { Env } from "./env.ts";
import product from "./index.ts";
import { sameSecret } from "./keys/digest.ts";
import { devMail } from "./mail/dev-mail.ts";

export { Broker, ThrottleLog } from "./index.ts";
export { MeterTable } from "./observability/meter-table.ts";

const app = createApp((more) => {
  more.all("/dev/mail", (c) => devMail(c.req.raw, c.env));
  more.all("/dev/mail/:id", (c) => devMail(c.req.raw, c.env));
});

export default {
  ...product,
  async fetch(request, env, context) {
    // At full cost a hash takes a quarter of a second of processor time, and most tests register an account.
    if (env.PASSWORD_COST === "low") Object.assign(COST, { N: 16, rounds: 1 });
    const own = await endedWithItsClient(request, env);
    return compressed(request, await app.fetch(own, env, context));
  },
  // The local runtime runs jobs for any client that sends "Host: localhost". Only the timer of the start has the key.
  async scheduled(event, env, context) {
    if (env.DEV_MAIL_KEY && sameSecret(env.DEV_MAIL_KEY, event.cron))
      await product.scheduled(event, env, context);
  },
} satisfies ExportedHandler<Env & DeskEnv>;
