/** Refusals for the account's log: a client's repeated mistake once in a while, and a bounded number of rows. */

import type { RefusalNote, Remedy, StoredRefusal } from "../../contract/account.ts";
import { adviceOf } from "../../contract/account.ts";
import { putNewest } from "../../contract/bounded.ts";
import { claimOf, usernameOf } from "../../contract/client.ts";
import { withoutKeys } from "../../contract/json.ts";
import { BROKER_LIMITS } from "../../contract/limits.ts";
import { type Mistake, sameReason } from "../../contract/mistake.ts";
import { accountPrefix } from "../../contract/topics.ts";
import { decodeUtf8 } from "../../contract/utf8.ts";
import type { Log } from "../../log.ts";
import type { Principal } from "../../routing/access.ts";
import { type Asking, type Explanation, explain } from "../../routing/explain.ts";
import { limitNamedIn } from "../../session/advice.ts";
import type { StepRefusal } from "../../session/effect.ts";
import type { ConnectedClient, Session } from "../../session/session.ts";
import { topicInView } from "../../session/view.ts";
import type { BrokerStore } from "../../storage/store.ts";
import { shownClientId } from "../session-key.ts";
import type { DueWork } from "../turn/due-work.ts";

/** The same refusal again within this time is counted. Milliseconds. */
const SAME = 10_000;
/** The same for failed logins: a client that is refused waits between its tries, and many have a new client id in each. */
const SAME_LOGIN = 600_000;
/** Rows of an account in that time, and remembered refusals. */
const MAX_ROWS = 40;
const MAX_REMEMBERED = 256;
const MAX_PENDING = 64;
/** Longest text from a client. Characters. */
const MAX_TEXT = 300;

interface Refusing {
  readonly client: ConnectedClient | null;
  readonly admitted: { readonly ref: string };
  readonly edge?: { readonly address: string | null };
}

interface Who {
  clientId: string;
  clientKind: StoredRefusal["clientKind"];
  clientName: string | null;
}

/** A logged row, and how often the same happened since. */
interface Noted {
  id: string;
  at: number;
  count: number;
  /** The count in the row, and when it was written. */
  written: number;
  writtenAt: number;
  /** The same within this time is counted. Milliseconds. */
  forMs: number;
  /** The client id of the last failed login. */
  clientId?: string;
}

/** A failed login: the same with another client id is the same. */
interface FailedLogin {
  address: string;
  clientId: string;
  clientName: string;
  rule: string;
}

/** A caller over HTTP. */
const NOBODY: Refusing = { client: null, admitted: { ref: "" } };
const CLOSED: Session = { state: "closed" };

export class RefusalLog {
  readonly #store: BrokerStore;
  readonly #principal: (ref: string) => Principal | null;
  readonly #asking: Asking;
  readonly #log: Log;
  readonly #due: DueWork;
  readonly #pending: { connection: Refusing; session: Session; refused: StepRefusal }[] = [];
  readonly #noted = new Map<string, Noted>();
  #since = 0;
  #rows = 0;

  /** `principal` returns the principal of a ref, if known. */
  constructor(
    store: BrokerStore,
    rights: Asking & { principal(ref: string): Principal | null },
    log: Log,
    due: DueWork,
  ) {
    this.#store = store;
    this.#principal = (ref) => rights.principal(ref);
    this.#asking = rights;
    this.#log = log;
    this.#due = due;
  }

  /** `session` is the one before the step that refused. Rows are written after the turn. */
  note(connection: Refusing, session: Session, refused: StepRefusal): void {
    if (this.#pending.length >= MAX_PENDING) return;
    this.#pending.push({ connection, session, refused });
    this.#due.require("writeRefusals");
  }

  /** A mistake of a device. Most of a flood of them only count. */
  noteError(
    connection: Refusing | undefined,
    refused: StepRefusal & { deviceId: string },
    now: number,
  ): void {
    if (this.#isRepeated(errorKey(refused.deviceId, refused.words), now)) return;
    this.note(connection ?? NOBODY, CLOSED, refused);
  }

  /** What an `errored` event says of a refusal. */
  mistakeOf(connection: Refusing, refused: StepRefusal): Mistake {
    const { words, remedy, advice } = this.#explained(this.#principalOf(connection), refused);
    const found = refused.remedy ?? remedy ?? limitIn(refused);
    return {
      reason: words,
      remedy: refused.advice ?? (found === null ? (advice ?? null) : adviceOf(found)),
      ...faultOf(refused),
    };
  }

  #principalOf({ client, admitted }: Refusing): Principal | null {
    return this.#principal(client?.principal ?? admitted.ref);
  }

  /** When counts are to be written; null when none is ahead of its row. Milliseconds since 1970. */
  nextCount(): number | null {
    const ahead = [...this.#noted.values()].filter(({ count, written }) => count > written);
    return ahead.length === 0 ? null : Math.min(...ahead.map(({ writtenAt }) => writtenAt)) + SAME;
  }

  /** Writes the counts that are ahead of their rows. */
  writeCounts(now?: number): void {
    for (const noted of this.#noted.values()) {
      if (noted.count === noted.written) continue;
      const { id, count, clientId } = noted;
      this.#store.refusals.count(id, count, clientId === undefined ? {} : { clientId });
      noted.written = count;
      noted.writtenAt = now ?? noted.writtenAt;
    }
  }

  all(): StoredRefusal[] {
    this.writeCounts();
    return this.#store.refusals.all();
  }

  /** After turns. A failure to write the log affects nothing else. */
  write(now: number): void {
    try {
      for (const { connection, session, refused } of this.#pending.splice(0)) {
        this.#add(connection, session, refused, now);
      }
    } catch (error) {
      this.#log.warn("a refusal is not in the log", error);
    }
  }

  /** A refusal before a socket of this object was opened, or a cut on the way to it. */
  noteRefusedUpgrade(
    { words, remedy, address = null, kind = "connect", ...who }: RefusalNote,
    now: number,
  ): void {
    const tried = who.clientName ?? who.clientId;
    const clientId = shown(shownClientId(who.clientId));
    const clientName = who.clientName === null ? null : shown(who.clientName);
    const login = kind === "connect" ? failedLogin({ address, clientId, clientName, rule: words }) : null;
    const id = this.#idOfNew(`${who.clientId}\n${who.clientName}\nupgrade\n${words}`, now, login);
    if (id === null) return;
    this.#store.refusals.add({
      id,
      at: now,
      kind,
      ...who,
      clientId,
      clientName,
      ...(login !== null && { address: login.address }),
      tried: shown(tried),
      rule: words,
      nearest: null,
      fix: null,
      remedy,
    });
  }

  #add(connection: Refusing, session: Session, refused: StepRefusal, now: number): void {
    if (refused.daily && !this.#isFirstOver(now)) return;
    const who = whoOf(connection, session, refused);
    const principal = this.#principalOf(connection);
    const root = principal?.view === "root" ? accountPrefix(this.#store.meta.get("userId")) : "";
    const topic = refused.topic && topicInView(root, refused.topic);
    const tried = topic ?? who.clientName ?? who.clientId;
    const same = `${who.clientId}\n${who.clientName}\n${refused.kind}\n${tried}\n${refused.words}`;
    const login =
      refused.kind === "connect" && connection.client === null
        ? failedLogin({ address: connection.edge?.address ?? null, ...who, rule: refused.words ?? "" })
        : null;
    const id = this.#idOfNew(
      refused.deviceId === undefined ? same : errorKey(refused.deviceId, refused.words),
      now,
      login,
      refused.merge,
    );
    if (id === null) return;
    const deviceId = refused.deviceId ?? (connection.client?.kind === "device" ? connection.client.id : null);
    const explained = this.#explained(principal, refused);
    const advice = refused.advice ?? explained.advice;
    this.#store.refusals.add({
      id,
      at: now,
      kind: refused.kind,
      ...who,
      ...(login !== null && { address: login.address }),
      tried: shown(tried),
      rule: explained.words,
      nearest: explained.nearest,
      fix: explained.fix,
      remedy: refused.remedy ?? explained.remedy ?? limitIn(refused),
      ...(advice !== undefined && { advice: shown(advice) }),
      ...faultOf(refused),
      ...(refused.merge !== undefined && { count: refused.merge.first }),
      ...(deviceId !== null && { deviceId }),
    });
  }

  /** A call over HTTP that needs rows when the account has written all of the day. */
  noteOver(topic: string, now: number): void {
    const words = BROKER_LIMITS.MAX_ROWS_A_DAY.mqtt.words();
    this.note(NOBODY, CLOSED, { kind: "limit", topic, words, daily: true });
    this.write(now);
  }

  #isFirstOver(now: number): boolean {
    const { rows } = this.#store;
    const isFirst = rows.firstOver(now);
    if (isFirst) this.#log.warn(`over MAX_ROWS_A_DAY: ${rows.today(now)} rows were written today`);
    return isFirst;
  }

  /** The same within ten seconds is counted, and the same failed login within ten minutes. */
  #isRepeated(key: string, now: number, login: FailedLogin | null = null): boolean {
    const last = this.#noted.get(key);
    if (last === undefined || Math.abs(now - last.at) >= last.forMs) return false;
    last.count++;
    if (login !== null) last.clientId = login.clientId;
    this.#due.require("scheduleRefusalCounts");
    return true;
  }

  /** The row of the same failed login, written before the object slept: the client's next try woke it. */
  #recall(key: string, now: number): void {
    const row = this.#store.refusals.all().find((each) => loginKey(each) === key);
    if (row === undefined) return;
    const { id, at, count = 1 } = row;
    putNewest(
      this.#noted,
      key,
      { id, at, count, written: count, writtenAt: now, forMs: SAME_LOGIN },
      MAX_REMEMBERED,
    );
  }

  /** The id of a new row; null when the same was logged a moment ago, or as many rows as may be. */
  #idOfNew(
    ofClient: string,
    now: number,
    login: FailedLogin | null = null,
    merge = { forMs: login === null ? SAME : SAME_LOGIN, first: 1 },
  ): string | null {
    const key = login === null ? ofClient : loginKey(login);
    if (this.#isRepeated(key, now, login)) return null;
    if (Math.abs(now - this.#since) >= SAME) [this.#since, this.#rows] = [now, 0];
    if (this.#rows >= MAX_ROWS) return null;
    this.#rows++;
    if (login !== null && !this.#noted.has(key)) {
      this.#recall(key, now);
      if (this.#isRepeated(key, now, login)) return null;
    }
    if (this.#noted.size >= MAX_REMEMBERED || this.#noted.has(key)) this.writeCounts(now);
    const { forMs, first: count } = merge;
    const noted: Noted = { id: crypto.randomUUID(), at: now, count, written: count, writtenAt: now, forMs };
    putNewest(this.#noted, key, noted, MAX_REMEMBERED);
    return noted.id;
  }

  #explained(principal: Principal | null, { kind, topic, words }: StepRefusal): Explanation {
    const userId = this.#store.meta.get("userId");
    if ((kind === "publish" || kind === "subscribe") && topic !== null) {
      const explained = explain(userId, principal, kind, topic, this.#asking);
      return { ...explained, words: words ?? explained.words };
    }
    // the only topic in a CONNECT is that of its will
    if (kind === "connect" && topic !== null && principal !== null) {
      return { ...explain(userId, principal, "publish", topic, this.#asking), words: words ?? "" };
    }
    return { words: words ?? "", nearest: null, fix: null, remedy: null };
  }
}

/** Returns null for a client without a name or an address: its client id is all that names it. */
const failedLogin = ({
  address,
  clientName,
  ...login
}: Pick<Who, "clientId" | "clientName"> & { address: string | null; rule: string }): FailedLogin | null =>
  address === null || clientName === null ? null : { ...login, address, clientName };

const loginKey = ({ address, clientName, rule }: Partial<StoredRefusal> & { rule: string }): string =>
  `login\n${address}\n${clientName}\n${sameReason(rule)}`;

const errorKey = (deviceId: string, words: string | null | undefined): string =>
  `error\n${deviceId}\n${sameReason(words ?? "")}`;

const faultOf = ({ key, byte }: StepRefusal): Pick<Mistake, "key" | "byte"> => ({
  ...(key !== undefined && { key: shown(key) }),
  ...(byte !== undefined && { byte }),
});

/** Hides keys before shortening the text: a part of a key would not be recognised. */
const shown = (text: string): string => withoutKeys(text).slice(0, MAX_TEXT);

/** Texts about a limit name it; others may contain text of a client. */
function limitIn({ kind, topic, words }: StepRefusal): Remedy | null {
  if (kind !== "limit" && topic !== null) return null;
  const limit = limitNamedIn(words ?? "");
  return limit === null ? null : { kind: "limit", limit };
}

function whoOf({ client }: Refusing, session: Session, refused: StepRefusal): Who {
  if (client !== null) {
    return { clientId: shown(client.shownClientId), clientKind: client.kind, clientName: null };
  }
  const connect = session.state === "authenticating" ? session.connect : (refused.connect ?? null);
  if (connect === null) return { clientId: "", clientKind: null, clientName: null };
  const { clientId, username } = connect;
  const password = connect.password === null ? null : decodeUtf8(connect.password);
  const claim = claimOf({ clientId, username, password });
  // beside an API key or a token it names nothing; without a password it may be an API key, which `shown` hides
  const name = claim?.kind === "api-key" || claim?.kind === "token" ? null : usernameOf(connect);
  return {
    clientId: shown(shownClientId(clientId)),
    clientKind: claim?.kind ?? null,
    clientName: name === null ? null : shown(name),
  };
}
