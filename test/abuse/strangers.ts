/** Attacks by somebody without a login: made-up proofs, made-up accounts, and bodies that nobody asked for. */

import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { newBearer } from "../../worker/keys/random.ts";
import { connectPacket } from "../bench/generator/mqtt.ts";
import { encodeFrame } from "../bench/generator/websocket.ts";
import { type Attack, MIB, open } from "./sockets.ts";

export const FORGED = "forged sessions, tickets and accounts";
/** Rounds a second; each has five requests. */
const ROUNDS = 20;
/** Objects of the service itself, such as those that count calls. */
const MOST_NEW_OBJECTS = 16;

const forged: Attack = async (victim, over) => {
  const url = `http://127.0.0.1:${victim.port}`;
  const ask = (path: string, token: string) =>
    void fetch(`${url}${path}`, { headers: token === "" ? {} : { authorization: `Token ${token}` } }).then(
      (response) => response.body?.cancel(),
      () => undefined,
    );
  for (; !over.aborted; await pause(1000 / ROUNDS)) {
    ask("/v0/devices/on-off/", newBearer("session", victim.userId));
    ask("/v0/devices/on-off/", newBearer("session", randomUUID()));
    ask("/v0/devices/on-off/", newBearer("token", randomUUID()));
    ask(`/v0/stream/?filter=%23&ticket=${newBearer("ticket", randomUUID())}`, "");
    void open({ ...victim, path: `/mqtt/${randomUUID()}` }).then(
      (socket) => {
        socket.write(encodeFrame(connectPacket({ clientId: "x", username: "a", password: "b" })));
        setTimeout(() => socket.destroy(), 500);
      },
      () => undefined,
    );
  }
};

const objectsIn = (state: string): number =>
  readdirSync(state, { recursive: true }).filter((name) => String(name).endsWith(".sqlite")).length;

/** `look` says how many objects a made-up account has left. */
export function objectsLeft(state: string): { look(): Promise<string[]> } {
  const before = objectsIn(state);
  return {
    look: async () => {
      const more = objectsIn(state) - before;
      return more > MOST_NEW_OBJECTS
        ? [`${more} objects were left by made-up accounts, at most ${MOST_NEW_OBJECTS}`]
        : [];
    },
  };
}

export const POSTS = "300 forged posts of a megabyte";
/** The same calls, to which the posts are compared: what a body costs before its caller is known. */
export const EMPTY_POSTS = "300 forged posts without a body";
const COUNT = 300;

const forgedPosts =
  (bodyBytes: number): Attack =>
  async ({ port, userId }, over) => {
    const request = [
      "POST /v0/messages/lamp HTTP/1.1",
      `Host: 127.0.0.1:${port}`,
      `Authorization: Token ${newBearer("session", userId)}`,
      `Content-Length: ${bodyBytes}`,
    ];
    // the last byte never comes
    const body = Buffer.alloc(Math.max(0, bodyBytes - 1), 0x20);
    for (let n = 0; n < COUNT && !over.aborted; n++) {
      const socket = connect({ host: "127.0.0.1", port });
      socket.on("error", () => {});
      socket.write(`${request.join("\r\n")}\r\n\r\n`);
      socket.write(body);
      if (n % 50 === 49) await pause(100);
    }
    while (!over.aborted) await pause(100);
  };

export const STRANGERS: Record<string, Attack> = {
  [FORGED]: forged,
  [EMPTY_POSTS]: forgedPosts(0),
  [POSTS]: forgedPosts(MIB),
};
