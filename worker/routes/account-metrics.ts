/** What an account's own Prometheus scrapes. */

import { account } from "../account/account.ts";
import { route } from "../http/call.ts";
import { accountFamilies } from "../metrics/account-families.ts";
import { CONTENT_TYPE, exposition, OPEN_METRICS_TYPE, openMetrics } from "../metrics/exposition.ts";
import { prefersOpenMetrics } from "../metrics/negotiation.ts";

export const readMetrics = route<"readMetrics">(async ({ env, caller, request }) => {
  const families = accountFamilies(await account(env, caller.user.id).metrics());
  const [text, type] = prefersOpenMetrics(request.headers.get("Accept"))
    ? [openMetrics(families), OPEN_METRICS_TYPE]
    : [exposition(families), CONTENT_TYPE];
  return new Response(text, { headers: { "Content-Type": type } });
});
