/** One value that no key opens: the others are shown, and that one can be mended. */

import { expect, test } from "vitest";
import { newAccount, rows } from "../api/client.ts";

const LOST = "v1.gone.AAAA.AAAA";

test("an API key that cannot be read is empty and stands behind those that can [F38] [F81]", async () => {
  const account = await newAccount();
  const older = (await account.call("POST /v0/api-keys/")).body;
  const newer = (await account.call("POST /v0/api-keys/")).body;
  await rows("UPDATE api_keys SET key_sealed = ? WHERE id = ?", LOST, newer.id);
  const { status, body } = await account.call("GET /v0/api-keys/");
  expect(status).toBe(200);
  expect(body).toEqual([older, { ...newer, key: "" }]);
  expect((await account.call(`DELETE /v0/api-keys/${newer.id}/`)).status).toBe(204);
  expect((await account.call("GET /v0/api-keys/")).body).toEqual([older]);
});

test("a password that cannot be read is empty, and another one mends it [F38] [F81]", async () => {
  const account = await newAccount();
  const credential = { name: "C", username: "u", password: "p", channels: [] };
  const { id } = (await account.call("POST /v0/mqtt/credentials/", credential)).body;
  await rows("UPDATE credentials SET password_sealed = ? WHERE id = ?", LOST, id);
  expect((await account.call("GET /v0/mqtt/credentials/")).body).toMatchObject([{ id, password: "" }]);
  const renamed = { name: "D", username: "u", channels: [] };
  const put = `PUT /v0/mqtt/credentials/${id}/`;
  expect((await account.call(put, renamed)).body).toMatchObject({ name: "D", password: "" });
  expect((await account.call(put, { ...renamed, password: "q" })).body).toMatchObject({ password: "q" });
});
