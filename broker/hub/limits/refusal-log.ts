/** Refusals for the account's log: a client's repeated mistake once in a while, and a bounded number of rows. */

import type { RefusalNote, Remedy, StoredRefusal } from "../../contract/account.ts";
import { putNewest } from "../../contract/bounded.ts";
import { claimOf } from "../../contract/client.ts";
import { withoutKeys } from "../../contract/hidden.ts";
import { accountPrefix } from "../../contract/topics.ts";
import { decodeUtf8 } from "../../contract/utf8.ts";
import type { Log } from "../../log.ts";
import type { Principal } from "../../routing/access.ts";
import { type Explanation, explain } from "../../routing/explain.ts";
import type { StepRefusal } from "../../session/effect.ts";
import type { ConnectedClient, Session } from "../../session/session.ts";
import { topicInView } from "../../session/view.ts";
import type { BrokerStore } from "../../storage/store.ts";
import { shownClientId } from "../session-key.ts";

/** The same refusal again within this time is not logged. Milliseconds. */
const SAME = 10_000;
/** Rows of an account in that time, and remembered refusals. */
const MAX_ROWS = 40;
const MAX_REMEMBERED = 256;
const MAX_PENDING = 64;
/** Longest text from a client. Characters. */
const MAX_TEXT = 300;

interface Refusing {
  readonly client: ConnectedClient | null;
  readonly admitted: { readonly ref: string };
}

interface Who {
  clientId: string;
  clientKind: StoredRefusal["clientKind"];
  clientName: string | null;
}

export class RefusalLog {
  readonly #store: BrokerStore;
  readonly #principal: (ref: string) => Principal | null;
  readonly #log: Log;
  readonly pending: { connection: Refusing; session: Session; refused: StepRefusal }[] = [];
  #noted = new Map<string, number>();
  #since = 0;
  #rows = 0;

  /** `principal` returns the principal of a ref, if known. */
  constructor(store: BrokerStore, principal: (ref: string) => Principal | null, log: Log) {
    this.#store = store;
    this.#principal = principal;
    this.#log = log;
  }

  /** `session` is the one before the step that refused. Rows are written after the turn. */
  note(connection: Refusing, session: Session, refused: StepRefusal): void {
    if (this.pending.length < MAX_PENDING) this.pending.push({ connection, session, refused });
  }

  /** After turns. A failure to write the log affects nothing else. */
  write(now: number): void {
    try {
      for (const { connection, session, refused } of this.pending.splice(0)) {
        this.#add(connection, session, refused, now);
      }
    } catch (error) {
      this.#log.warn("a refusal is not in the log", error);
    }
  }

  /** A refusal before a socket of this object was opened. */
  noteFromDoor({ words, remedy, ...who }: RefusalNote, now: number): void {
    const tried = who.clientName ?? who.clientId;
    if (this.#isTooMuch(`${who.clientId}\n${who.clientName}\ndoor\n${words}`, now)) return;
    this.#store.refusals.add({
      ...{ id: crypto.randomUUID(), at: now, kind: "connect", ...who },
      clientId: shown(shownClientId(who.clientId)),
      clientName: who.clientName === null ? null : shown(who.clientName),
      tried: shown(tried),
      ...{ rule: words, nearest: null, fix: null, remedy },
    });
  }

  #add(connection: Refusing, session: Session, refused: StepRefusal, now: number): void {
    if (refused.daily && !this.#isFirstOver(now)) return;
    const who = whoOf(connection, session, refused);
    const principal = this.#principal(connection.client?.principal ?? connection.admitted.ref);
    const root = principal?.view === "root" ? accountPrefix(this.#store.meta.get("userId")) : "";
    const topic = refused.topic && topicInView(root, refused.topic);
    const tried = topic ?? who.clientName ?? who.clientId;
    const same = `${who.clientId}\n${who.clientName}\n${refused.kind}\n${tried}\n${refused.words}`;
    if (this.#isTooMuch(same, now)) return;
    const explained = this.#explained(principal, refused);
    this.#store.refusals.add({
      id: crypto.randomUUID(),
      at: now,
      kind: refused.kind,
      ...who,
      tried: shown(tried),
      rule: explained.words,
      nearest: explained.nearest,
      fix: explained.fix,
      remedy: refused.remedy ?? explained.remedy ?? limitIn(refused),
    });
  }

  noteOver(topic: string, words: string, now: number): void {
    const caller = { client: null, admitted: { ref: "" } };
    this.note(caller, { state: "closed" }, { kind: "limit", topic, words, daily: true });
    this.write(now);
  }

  #isFirstOver(now: number): boolean {
    const { rows } = this.#store;
    const isFirst = rows.firstOver(now);
    if (isFirst) this.#log.warn(`over MAX_ROWS_A_DAY: ${rows.today(now)} rows were written today`);
    return isFirst;
  }

  #isTooMuch(key: string, now: number): boolean {
    const last = this.#noted.get(key);
    if (last !== undefined && Math.abs(now - last) < SAME) return true;
    if (Math.abs(now - this.#since) >= SAME) [this.#since, this.#rows] = [now, 0];
    if (this.#rows >= MAX_ROWS) return true;
    this.#rows++;
    putNewest(this.#noted, key, now, MAX_REMEMBERED);
    return false;
  }

  #explained(principal: Principal | null, { kind, topic, words }: StepRefusal): Explanation {
    const userId = this.#store.meta.get("userId");
    if ((kind === "publish" || kind === "subscribe") && topic !== null) {
      const explained = explain(userId, principal, kind, topic);
      return { ...explained, words: words ?? explained.words };
    }
    // the only topic in a CONNECT is that of its will
    if (kind === "connect" && topic !== null && principal !== null) {
      return { ...explain(userId, principal, "publish", topic), words: words ?? "" };
    }
    return { words: words ?? "", nearest: null, fix: null, remedy: null };
  }
}

/** Hides keys before shortening the text: a part of a key would not be recognised. */
const shown = (text: string): string => withoutKeys(text).slice(0, MAX_TEXT);

/** Texts about a limit name it; others may contain text of a client. */
function limitIn({ kind, topic, words }: StepRefusal): Remedy | null {
  if (kind !== "limit" && topic !== null) return null;
  const [limit] = /\b(?:MQTT|MAX)_[A-Z_]+\b/.exec(words ?? "") ?? [];
  return limit === undefined ? null : { kind: "limit", limit };
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
  // the user name may be an API key
  const name = claim === null || claim.kind === "api-key" || claim.kind === "token" ? null : username;
  return {
    clientId: shown(shownClientId(clientId)),
    clientKind: claim?.kind ?? null,
    clientName: name === null ? null : shown(name),
  };
}
