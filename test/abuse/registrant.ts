/** Somebody registers an address that is not his. Its owner resets the password; then everything that he made is tried. */

import { setTimeout as pause } from "node:timers/promises";
import mqtt from "mqtt";
import { inRoot } from "../../worker/local/paths.ts";
import { type Account, newAccount, PASSWORD } from "../support/account.ts";
import { brokerUrl } from "../support/device-process.ts";
import { linkTo } from "../support/emails.ts";
import { MAIL_KEY } from "../support/mail-key.ts";
import type { Attack } from "./sockets.ts";

export const REGISTRANT = "what a stranger made before the owner's reset";
const RATE = 40;

/** The entry that has the page of e-mails. */
export const WITH_MAIL_PAGE = inRoot("worker/development.ts");
export const WITH_MAIL: Readonly<Record<string, string>> = { DEV_MAIL_KEY: MAIL_KEY, PASSWORD_COST: "low" };

/** He goes on with all that he has while the owner uses the account. */
export const registrant: Attack = async ({ port, extra }, over) => {
  const paths = ["/v0/devices/on-off/", "/v0/watches/", "/v0/messages/"];
  for (let n = 0; !over.aborted; n++, await pause(1000 / RATE)) {
    const authorization = `Token ${n % 2 === 0 ? extra?.token : extra?.session}`;
    void fetch(`http://127.0.0.1:${port}${paths[n % paths.length]}`, { headers: { authorization } }).then(
      (answer) => answer.arrayBuffer(),
      () => undefined,
    );
  }
};

async function furnish(stranger: Account) {
  const { key } = await stranger.newKey();
  await stranger.newCredential("spy", []);
  const { id: device } = await stranger.newDevice("His");
  const scopes = ["devices:read", "devices:switch", "messages:read:#", "messages:publish:#", "setup:write"];
  const made = await stranger.call<{ token: string }>("POST", "/v0/tokens/", { name: "his", scopes });
  const url = "https://hooks.example.com/his";
  const target = await stranger.call<{ id: string }>("POST", "/v0/targets/", { kind: "webhook", url });
  const when = { events: ["turned_on", "turned_off"] };
  await stranger.call("POST", "/v0/watches/", { name: "Spy", when, targets: [target.id] });
  const link = await stranger.call<{ token: string }>("POST", `/v0/devices/on-off/${device}/link/`);
  const ticket = await stranger.call<{ ticket: string }>("POST", "/v0/stream/ticket/", { filters: ["#"] });
  return { key, token: made.token, link: link.token, ticket: ticket.ticket };
}

/** The new session of the owner. */
async function reset(url: string, email: string): Promise<string> {
  const post = (path: string, body: object) =>
    fetch(new URL(path, url), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  await post("/v0/forgot-password/", { email });
  const token = new URL(await linkTo(url, email, "reset"), url).searchParams.get("token");
  const password = `${PASSWORD}-owner`;
  await post("/v0/reset-password/", { token, password });
  const session = (await (await post("/v0/login/", { email, password })).json()) as {
    data: { token: string };
  };
  return session.data.token;
}

export async function takenBack(url: string) {
  const stranger = await newAccount(url);
  const his = await furnish(stranger);
  const client = await mqtt.connectAsync(brokerUrl(url, stranger.userId), {
    username: "x",
    password: his.token,
    protocolVersion: 5,
    reconnectPeriod: 0,
  });
  const owner = await reset(url, stranger.email);
  const get = (path: string, token: string) =>
    fetch(new URL(path, url), token === "" ? {} : { headers: { authorization: `Token ${token}` } });
  const may = async (what: string, path: string, token: string): Promise<string[]> => {
    const answer = await get(path, token);
    await answer.body?.cancel();
    return answer.ok ? [`his ${what} still works`] : [];
  };
  const rows = async (path: string): Promise<string[]> => {
    const left = (await (await get(path, owner)).json()) as unknown[];
    return left.length > 0 ? [`${left.length} of his rows are left at ${path}`] : [];
  };
  const entry = (what: string, options: mqtt.IClientOptions) =>
    mqtt
      .connectAsync(
        brokerUrl(url, stranger.userId),
        { ...options, protocolVersion: 5, reconnectPeriod: 0 },
        false,
      )
      .then(
        async (one) => {
          await one.endAsync(true);
          return [`his ${what} still connects`];
        },
        () => [],
      );
  const look = async (): Promise<string[]> => [
    ...(await may("session", "/v0/devices/on-off/", stranger.token)),
    ...(await may("token", "/v0/devices/on-off/", his.token)),
    ...(await may("ticket", `/v0/stream/?ticket=${his.ticket}`, "")),
    ...(client.connected ? ["his connection by token is still open"] : []),
    ...(await entry("API key", { clientId: `${his.key}__x` })),
    ...(await entry("token", { username: "x", password: his.token })),
    ...(await rows("/v0/tokens/")),
    ...(await rows("/v0/watches/")),
    ...(await rows("/v0/targets/")),
    ...(await rows("/v0/api-keys/")),
    ...(await rows("/v0/mqtt/credentials/")),
  ];
  return { extra: { token: his.token, session: stranger.token }, look };
}
