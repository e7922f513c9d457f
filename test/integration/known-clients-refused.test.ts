/**
 * Every way in which a client of an account is cut, refused or ignored, for every kind of login, every protocol version and
 * both transports that do not name the account: the owner's log has a row with the reason and a remedy.
 */

import { randomUUID } from "node:crypto";
import { connect as openTcp } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import type { Refusal } from "../../worker/contract/refusals.ts";
import { type Account, newAccount, PASSWORD } from "../support/account.ts";
import { connect, type Version } from "../support/packet-bytes.ts";
import { type RunningProduct, startProductProcess } from "../support/product-process.ts";
import {
  ALLOWED,
  casesOf,
  LOGIN_WAYS,
  type LoginBytes,
  type PrincipalKind,
  SMALL_LIMITS,
  SPOKEN_WAYS,
} from "../support/refused-ways.ts";
import { until } from "../support/until.ts";

let product: RunningProduct;
beforeAll(async () => {
  const variables = Object.entries(SMALL_LIMITS).map(([name, value]) => `${name}:${value}`);
  product = await startProductProcess({ variables });
}, 90_000);
afterAll(() => product.stop());

/** A connection that only counts what arrives. */
interface Line {
  /** A text is a frame of text. */
  send(sent: Uint8Array | string): void;
  /** Bytes arrived, or it ended. */
  hasAnswer(): boolean;
  close(): void;
}

const TRANSPORTS: Record<string, () => Line> = {
  TCP: () => {
    const socket = openTcp({ port: product.tcpPort, host: "127.0.0.1" });
    let answered = false;
    const note = () => {
      answered = true;
    };
    socket.on("data", note).on("close", note).on("error", note);
    return {
      send: (sent) => void socket.write(sent),
      hasAnswer: () => answered,
      close: () => socket.destroy(),
    };
  },
  WebSocket: () => {
    const socket = new WebSocket(`${product.url.replace("http", "ws")}/mqtt`, "mqtt");
    const early: (Uint8Array | string)[] = [];
    let answered = false;
    const note = () => {
      answered = true;
    };
    socket.on("message", note).on("close", note).on("error", note);
    socket.once("open", () => {
      for (const sent of early.splice(0)) socket.send(sent);
    });
    return {
      send: (sent) => {
        if (socket.readyState === WebSocket.CONNECTING) early.push(sent);
        else if (socket.readyState === WebSocket.OPEN) socket.send(sent);
      },
      hasAnswer: () => answered,
      close: () => socket.terminate(),
    };
  },
};

async function newLogin(kind: PrincipalKind) {
  const account = await newAccount(product.url);
  const channel = await account.newChannel(ALLOWED);
  // the name alone finds the account
  const username = `household-${randomUUID().slice(0, 8)}`;
  const makers: Record<PrincipalKind, () => Promise<LoginBytes>> = {
    credential: async () => {
      await account.newCredential(username, [channel]);
      return { username, password: PASSWORD };
    },
    device: async () => {
      // the API asks for one before a device
      await account.newKey();
      await account.newCredential(username, [channel]);
      const { id } = await account.newDevice("Lamp", [channel]);
      return { username: `${id}:${username}`, password: PASSWORD };
    },
    "api-key": async () => ({ username, password: (await account.newKey()).key }),
    token: async () => {
      const scopes = [`messages:publish:${ALLOWED}`, `messages:read:${ALLOWED}`];
      const made = await account.call<{ token: string }>("POST", "/v0/tokens/", { name: "Reader", scopes });
      return { username, password: made.token };
    },
  };
  const login = await makers[kind]();
  const isRoot = kind === "api-key" || kind === "token";
  return { account, login, topic: (name: string) => (isRoot ? name : `${account.userId}/${name}`) };
}

const GROUPS = Object.keys(TRANSPORTS).flatMap((transport) =>
  casesOf({ "": {} }).map(({ kind, version }) => ({ transport, kind, version })),
);

describe.each(GROUPS)("over $transport, $kind, level $version", ({ transport, kind, version }) => {
  const isHere = (each: { kind: PrincipalKind; version: Version }) =>
    each.kind === kind && each.version === version;

  const begin = async (packet: Uint8Array, what: string) => {
    const line = TRANSPORTS[transport]?.() ?? never();
    onTestFinished(line.close);
    line.send(packet);
    await until(`an answer to ${what}`, () => line.hasAnswer());
    return line;
  };

  it("each refused login is a row with its reason and a remedy", async () => {
    const { account, login, topic } = await newLogin(kind);
    const tried = new Map<string, string>();
    for (const { name, way } of casesOf(LOGIN_WAYS).filter(isHere)) {
      const clientId = `c${tried.size}`;
      const changed = way.connect(login, { version, topic });
      const { username, password } = login;
      const base = { clientId, username, ...(changed.flags === undefined && { password }) };
      await begin(connect(version, { ...base, ...changed }), name);
      tried.set(name, String(changed.clientId ?? clientId));
    }
    await expectRows(account, tried);
  });

  it("each way after the login is a row with its reason and a remedy", async () => {
    const { account, login, topic } = await newLogin(kind);
    const tried = new Map<string, string>();
    for (const { name, way } of casesOf(SPOKEN_WAYS).filter(isHere)) {
      if (way.needsFrames && transport === "TCP") continue;
      const clientId = `c${tried.size}`;
      const line = await begin(connect(version, { ...login, clientId }), name);
      for (const sent of way.send({ version, topic })) line.send(sent);
      tried.set(name, clientId);
    }
    await expectRows(account, tried);
  });
});

/** `tried`: the client id of each way. */
async function expectRows(account: Account, tried: ReadonlyMap<string, string>): Promise<void> {
  const silent = async () => {
    const rows = await account.call<Refusal[]>("GET", "/v0/mqtt/log/");
    const isSilent = (id: string) => !rows.some((row) => row.client_id === id && isExplained(row));
    return [...tried].flatMap(([name, id]) => (isSilent(id) ? [name] : []));
  };
  await expect.poll(silent, { timeout: 30_000 }).toEqual([]);
}

/** What the API says when nothing is known that would help. */
const NO_ADVICE = "No setting would allow it: change the client.";

const isExplained = ({ rule, advice, nearest }: Refusal): boolean =>
  /\w.*[.)]$/.test(rule) && (nearest !== null || advice !== NO_ADVICE);

function never(): never {
  throw new Error("There is no such transport.");
}
