/**
 * Each row of the rights table, refused to a real client, is explained on one screen, with the nearest
 * permitted topic.
 */

import { randomUUID } from "node:crypto";
import type { Refusal } from "../../worker/contract/refusal.ts";
import { attemptRefused, setUpRefusals } from "../support/attempt-refused.ts";
import { REFUSED_ACTIONS, sentenceOf, withIds } from "../support/refused-actions.ts";
import { baseUrl, expect, signIn, test } from "./journey.ts";

const LABELS = { publish: "Publish", subscribe: "Subscribe", will: "Connect" };

function offered({ remedy }: Refusal, prefix: string): string {
  if (remedy?.kind === "grant") return `Let board use ${remedy.topic?.replace(prefix, "")}`;
  if (remedy?.kind === "view") return "Show board its topics without the prefix";
  return remedy === null ? "–" : "Write this topic instead:";
}

test("each kind, each action: the sentence, the nearest topic, and one click where it helps", async ({
  page,
  account,
}) => {
  const furnished = await setUpRefusals(account, randomUUID());
  const { ids } = furnished;
  await attemptRefused(baseUrl(), furnished, 5);
  await signIn(page, account, "/dashboard/mqtt/log");
  const rows = page.getByRole("table", { name: "Blocked attempts" }).getByRole("row");
  await expect(rows).toHaveCount(REFUSED_ACTIONS.length + 1);
  // remedies are fetched after the table
  await expect(rows.filter({ hasText: "Write this topic instead:" })).not.toHaveCount(0);
  // until then a button cannot name its credential
  await expect(rows.filter({ hasText: /(Let|Show) the credential/ })).toHaveCount(0);
  // the newest first, under the heading row
  const shown = (await rows.allTextContents()).slice(1).reverse();
  const prefix = `${account.userId}/`;
  const log = (await account.call<Refusal[]>("GET", "/v0/mqtt/log/")).reverse();
  for (const [at, row] of REFUSED_ACTIONS.entries()) {
    const [tried, sentence, nearest] = [row.tried, sentenceOf(row), row.nearest].map((text) =>
      withIds(text, ids),
    );
    // the account's own prefix is omitted where it was correct
    const brief = (text = "") => (tried?.includes(prefix) ? text.replaceAll(prefix, "") : text);
    expect(shown[at]).toContain(LABELS[row.action]);
    expect(shown[at]).toContain(brief(sentence));
    expect(shown[at]).toContain(brief(nearest));
    const mend = row.fix === null ? offered(log[at] as Refusal, prefix) : `Let board use ${row.fix}`;
    expect(shown[at]).toContain(withIds(mend, ids).replace(prefix, ""));
  }
});
