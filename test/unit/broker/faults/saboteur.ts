/**
 * Makes the n-th call to storage, a socket, the database or cryptography fail once, before or after its
 * effect.
 */

import { runInDurableObject } from "cloudflare:test";
import nodeCrypto from "node:crypto";
import { vi } from "vitest";
import { Account } from "../support/account.ts";

export interface Saboteur {
  readonly calls: number;
  /** The call that failed, if it was reached. */
  readonly struck: string | null;
  arm(nth: number): void;
  disarm(): void;
}

/** A socket of the object, not of a test's client. */
const isServers = (socket: WebSocket): boolean => socket.deserializeAttachment() !== null;

/** The call comes from the broker, not from the test. */
const isBrokers = (stack = ""): boolean => stack.split("\n").some((line) => /(?<!unit)\/broker\//.test(line));

type Due = (what: string) => boolean;

const failure = (what: string) => new Error(`sabotage: ${what}`);

async function strikeStorage(account: Account, due: Due): Promise<void> {
  const sql = await runInDurableObject(account.stub as never, (_: unknown, state: DurableObjectState) =>
    Object.getPrototypeOf(state.storage.sql),
  );
  const { exec } = sql;
  vi.spyOn(sql, "exec").mockImplementation(function (this: SqlStorage, ...given: unknown[]) {
    if (due(`storage: ${String(given[0]).slice(0, 60)}`))
      throw failure("SQLITE_FULL: database or disk is full");
    return exec.apply(this, given);
  });
}

function strikeSockets(due: Due): void {
  const { send } = WebSocket.prototype;
  vi.spyOn(WebSocket.prototype, "send").mockImplementation(function (this: WebSocket, data) {
    if (isServers(this) && due("send")) throw failure("send");
    send.call(this, data);
  });
}

function strikeCryptography(due: Due): void {
  const { randomUUID } = crypto;
  vi.spyOn(crypto, "randomUUID").mockImplementation(() => {
    if (isBrokers(new Error().stack) && due("cryptography: randomUUID")) throw failure("no entropy");
    return randomUUID.call(crypto);
  });
  const { createHash } = nodeCrypto;
  vi.spyOn(nodeCrypto, "createHash").mockImplementation((...given) => {
    if (isBrokers(new Error().stack) && due("cryptography: createHash")) throw failure("no digest");
    return createHash.apply(nodeCrypto, given);
  });
}

function strikeDatabase(due: Due): void {
  const { read } = Account.prototype;
  vi.spyOn(Account.prototype, "read").mockImplementation(async function (this: Account) {
    if (due("database")) throw failure("Network connection lost.");
    return read.call(this);
  });
}

export async function saboteur(account: Account): Promise<Saboteur> {
  let [calls, nth] = [0, 0];
  let armed = false;
  let struck: string | null = null;
  const due: Due = (what) => {
    if (!armed) return false;
    calls++;
    if (calls !== nth) return false;
    struck = what;
    return true;
  };
  await strikeStorage(account, due);
  strikeSockets(due);
  strikeCryptography(due);
  strikeDatabase(due);
  return {
    get calls() {
      return calls;
    },
    get struck() {
      return struck;
    },
    arm: (which) => {
      [calls, nth, armed, struck] = [0, which, true, null];
    },
    disarm: () => {
      armed = false;
    },
  };
}
