/**
 * Every row of the rights table, refused: the client and the account's owner get the same sentence and the
 * nearest permitted topic.
 */

import { randomUUID } from "node:crypto";
import { expect, inject, it } from "vitest";
import type { Refusal } from "../../worker/contract/refusals.ts";
import { newAccount } from "../support/account.ts";
import { attemptRefused, setUpRefusals } from "../support/attempt-refused.ts";
import { REFUSED_ACTIONS, sentenceOf, withIds } from "../support/refused-actions.ts";

const baseUrl = inject("baseUrl");

it.each([4, 5] as const)("each kind, each action, protocol level %i", async (version) => {
  const account = await newAccount(baseUrl);
  const furnished = await setUpRefusals(account, randomUUID());
  const { ids } = furnished;
  const told = await attemptRefused(baseUrl, furnished, version);
  const log = (await account.call<Refusal[]>("GET", "/v0/mqtt/log/")).reverse();
  const rows = REFUSED_ACTIONS.map((row) => ({
    kind: row.action === "will" ? "connect" : row.action,
    client_kind: row.kind,
    tried: withIds(row.tried, ids),
    rule: withIds(sentenceOf(row), ids),
    nearest: withIds(row.nearest, ids),
    fix: row.fix === null ? null : withIds(row.fix, ids),
  }));
  const shown = log.map(({ kind, client_kind, tried, rule, nearest, fix }) => {
    return { kind, client_kind, tried, rule, nearest, fix: fix?.topic ?? null };
  });
  expect(shown).toEqual(rows);
  expect(told).toEqual(version === 5 ? rows.map(({ rule }) => rule) : []);
});
