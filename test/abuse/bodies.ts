/** Attacks with bodies: those that never end, by somebody without a login, and wrong values of an account. */

import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Account } from "../support/account.ts";
import { endlessPost, FORMS } from "../support/endless-post.ts";
import type { Attack } from "./sockets.ts";

export const ENDLESS = "300 bodies a second without an end, which nobody reads";
const AT_ONCE = 300;
const ENDLESS_A_SECOND = 300;
/** Timers of a process are not finer. Milliseconds. */
const TICK_MS = 10;
const PATHS = ["POST /mcp", "POST /v0/nothing", "POST /v0/devices/on-off/", "PUT /v0/login/", "POST /mqtt"];

/** Each is kept until the product closes it; at most 300 at once. */
const endless: Attack = async ({ port }, over) => {
  const url = `http://127.0.0.1:${port}`;
  const sockets = new Set<Socket>();
  for (let n = 0; !over.aborted; n++) {
    if (sockets.size >= AT_ONCE || n % (ENDLESS_A_SECOND / (1000 / TICK_MS)) === 0) await pause(TICK_MS);
    if (sockets.size >= AT_ONCE) continue;
    const { socket, status } = endlessPost(url, PATHS[n % PATHS.length] ?? "", FORMS[n % 3] ?? FORMS[0]);
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    void status.catch(() => undefined);
  }
  for (const socket of sockets) socket.destroy();
};

const WRONG_VALUES = "100 bodies of 60 kB with wrong values a second";
const WRONG_A_SECOND = 100;
/** Calls under way. */
const CALLERS = 8;

const wrongValues: Attack = async ({ port, deviceId, token }, over) => {
  const url = `http://127.0.0.1:${port}/v0/devices/on-off/${deviceId}/telemetry/`;
  const headers = { Authorization: `Token ${token}`, "Content-Type": "application/json" };
  const body = JSON.stringify(
    Object.fromEntries(Array.from({ length: 4000 }, (_, n) => [`wrong ${n}`, null])),
  );
  while (!over.aborted) {
    void fetch(url, { method: "POST", headers, body }).then(
      (answer) => answer.arrayBuffer(),
      () => undefined,
    );
    await pause(1000 / WRONG_A_SECOND);
  }
};

export const REWRITTEN = "changes that would push the login of a thief out of the security log";

const rewrite: Attack = async ({ port, token }, over) => {
  const url = `http://127.0.0.1:${port}/v0/api-keys/`;
  const headers = { Authorization: `Token ${token}` };
  const change = async () => {
    while (!over.aborted) {
      const made = await fetch(url, { method: "POST", headers });
      const { id } = (await made.json()) as { id?: string };
      if (id === undefined) await pause(100);
      else await (await fetch(`${url}${id}/`, { method: "DELETE", headers })).arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, () => change().catch(() => undefined)));
};

/** Returns what left the security log, a sentence each. */
export const rewritten = async (account: Account): Promise<{ look(): Promise<string[]> }> => ({
  async look() {
    const log = await account.call<{ kind: string }[]>("GET", "/v0/security/");
    const kinds = log.map(({ kind }) => kind);
    const most = kinds.filter((kind) => kind === "api_key_created").length;
    return [
      ...(kinds.includes("registered") ? [] : ["the security log has no registration"]),
      ...(most > 10 ? [`${most} rows of one kind and day`] : []),
    ];
  },
});

export const BODIES: Record<string, Attack> = {
  [ENDLESS]: endless,
  [WRONG_VALUES]: wrongValues,
  [REWRITTEN]: rewrite,
};
