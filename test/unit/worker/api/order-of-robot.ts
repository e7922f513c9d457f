/** Calls from a known browser and address, and an order of a token. */

import { type Account, api } from "./client.ts";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0";
export const FROM = { headers: { "CF-Connecting-IP": "192.0.2.7", "User-Agent": FIREFOX } };

export const send = (account: Account, line: string, body?: unknown) =>
  api(line, body, { ...FROM, token: account.token });

/** A device that asks about tokens, and the order of one. */
export async function orderedOf(account: Account): Promise<{ device: string; order: string }> {
  await send(account, "POST /v0/api-keys/");
  const { id } = (await send(account, "POST /v0/devices/on-off/", { name: "Gate" })).body;
  const device = `/v0/devices/on-off/${id}/`;
  await send(account, `PUT ${device}`, { name: "Gate", ask_first: ["token"] });
  const robot = { name: "CI", scopes: ["devices:switch"] };
  const { token } = (await send(account, "POST /v0/tokens/", robot)).body;
  const { body } = await api(`POST ${device}switch/`, { state: true }, { token });
  return { device, order: body.approval };
}
