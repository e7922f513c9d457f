/**
 * Messages over HTTP. A publish passes the checks of a PUBLISH (`session/publish-checks.ts`), and takes the same path
 * (`publish/pipeline.ts`). The response is sent after the commit, so a crash loses no acknowledged message.
 */

import type { PlacedOrder } from "../contract/approval.ts";
import type { CallerResult } from "../contract/bearer.ts";
import type { Actor } from "../contract/device-events.ts";
import { BROKER_LIMITS } from "../contract/limits.ts";
import type { HistoryPage, HistoryQuery } from "../contract/message-history.ts";
import type {
  MessageAnswer,
  MessageFilters,
  MessagePage,
  MessageRemoval,
  Published,
  Publishing,
  RemovedMessages,
  Requested,
  Requesting,
  RetainedRecord,
} from "../contract/messages.ts";
import { controlledDevice, replyTopicOf, storedTopic } from "../contract/topics.ts";
import { utf8Length } from "../contract/utf8.ts";
import { CountedReceipt } from "../hub/delivery/receipt.ts";
import type { Modules } from "../hub/modules.ts";
import type { Hub } from "../hub.ts";
import type { Message } from "../session/message.ts";
import { messageFault } from "../session/message-fault.ts";
import { beyondProfile, profileOf } from "../session/profile.ts";
import { type PublishContext, publishRefusal, type RoomContext } from "../session/publish-checks.ts";
import { REASONS } from "../session/reason.ts";
import { type CallMaker, Calls, rememberAccount } from "./caller.ts";
import { readHistory } from "./history-pages.ts";
import { messageOf, publishAs, rateAnswer, requestOf, roomAnswer } from "./http-publish.ts";
import {
  type KnownCaller,
  knownCaller,
  missingPublishRight,
  readRefusal,
  removalRefusal,
} from "./message-rights.ts";
import { orderedBy, refusalBeforeAsking } from "./ordered-messages.ts";
import { Refused } from "./refused.ts";
import { readPage, readRetained, removeMessages } from "./retained-pages.ts";

const NO_REPLIES =
  "A control topic carries commands to a device: name the topic on which the device replies.";

export class MessageCalls extends Calls {
  /** Publishes a message. Returns when its readers have acknowledged it or `wait` seconds are over. */
  publishMessage(publishing: Publishing): Promise<CallerResult<MessageAnswer<Published | PlacedOrder>>> {
    return this.act((hub, caller) =>
      answerOf(hub, caller, (messages, known, now) => messages.publish(known, publishing, now)),
    );
  }

  /** Publishes a request. Returns when its first reply has come or the seconds are over. */
  requestReply(requesting: Requesting): Promise<CallerResult<MessageAnswer<Requested>>> {
    return this.act(async (hub, caller) => {
      const requested = await answerOf(hub, caller, (messages, known, now) =>
        messages.request(known, requesting, now),
      );
      if ("refusal" in requested) return requested;
      // the caller may have lost its rights while it waited
      return answerOf(hub, caller, (messages, known) =>
        messages.replied(known, requesting, requested.answer),
      );
    });
  }

  /** The caller of this request is gone: ends its wait. */
  endRequest(requestId: string): Promise<CallerResult<null>> {
    return this.act(({ modules }) => {
      modules.replyWaits.hangUp(requestId, modules.clock());
      return null;
    });
  }

  /** Returns null when nothing is retained. */
  readMessage(topic: string): Promise<CallerResult<MessageAnswer<RetainedRecord | null>>> {
    return this.act((hub, caller) =>
      answerOf(hub, caller, (messages, known, now) => messages.read(known, topic, now)),
    );
  }

  /** Lists retained messages by topic. */
  listMessages(filters: MessageFilters): Promise<CallerResult<MessageAnswer<MessagePage>>> {
    return this.act((hub, caller) =>
      answerOf(hub, caller, (messages, known, now) => messages.list(known, filters, now)),
    );
  }

  /** Lists messages of the history. */
  listHistory(query: HistoryQuery): Promise<CallerResult<MessageAnswer<HistoryPage>>> {
    return this.act((hub, caller) =>
      answerOf(hub, caller, (messages, known, now) => messages.history(known, query, now)),
    );
  }

  /** Removes the retained message of a topic. */
  deleteMessage(topic: string, actor: Actor): Promise<CallerResult<MessageAnswer<null>>> {
    return this.act((hub, caller) =>
      answerOf(hub, caller, (messages, known, now) => messages.remove(known, topic, actor, now)),
    );
  }

  /** Removes retained messages that a filter matches, as many as one call may. */
  deleteMessages(removal: MessageRemoval): Promise<CallerResult<MessageAnswer<RemovedMessages>>> {
    return this.act((hub, caller) =>
      answerOf(hub, caller, (messages, known, now) => messages.removeAll(known, removal, now)),
    );
  }
}

/** Waits until rights that are being changed are in force, and returns a refusal as a value. */
async function answerOf<T>(
  hub: Hub,
  caller: CallMaker,
  act: (messages: Messages, known: KnownCaller, now: number) => T | Promise<T>,
): Promise<MessageAnswer<T>> {
  const { modules } = hub;
  rememberAccount(hub);
  if (modules.changes.held && !(await hub.released())) throw new Error("The rights cannot be read.");
  const rights = await caller.rights();
  if (rights === null) return { refusal: { why: "caller" } };
  const messages = new Messages(modules);
  try {
    return { answer: await act(messages, knownCaller(rights, messages.account), modules.clock()) };
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.refusal };
    throw error;
  }
}

/** The checks and the work of a call, for a caller whose rights are known. They throw `Refused`. */
class Messages {
  private readonly deps: Modules;

  constructor(modules: Modules) {
    this.deps = modules;
  }

  async publish(known: KnownCaller, publishing: Publishing, now: number): Promise<Published | PlacedOrder> {
    const { wait, actor } = publishing;
    const message = messageOf(publishing);
    this.#refuseBeyondProfile(message);
    const checks = this.#checksOf(known, now);
    this.#refuse(known, message, checks);
    this.#refuseWithoutRoom(message, checks, now);
    const ordered = orderedBy(this.deps, known, message, actor);
    if (ordered !== null && "why" in ordered) throw new Refused(ordered);
    if (ordered !== null) return ordered;
    const receipt = new CountedReceipt();
    try {
      this.#deliver(known, message, { actor, receipt });
      await this.deps.awaited.wait(receipt, wait * 1000);
    } finally {
      this.deps.store.deliveries.forget(receipt);
    }
    return receipt.count;
  }

  async request(known: KnownCaller, requesting: Requesting, now: number): Promise<Requested> {
    const { requestId, actor, seconds } = requesting;
    const topic = requesting.replyTopic ?? replyTopicOf(this.#userId, requestId);
    if (requesting.replyTopic !== null) this.#refuseReplyTopic(known, topic);
    const message = requestOf(requesting, topic, now);
    this.#refuseBeyondProfile(message);
    const checks = this.#checksOf(known, now);
    this.#refuse(known, message, checks);
    this.#refuseWithoutRoom(message, checks, now);
    const asked = refusalBeforeAsking(this.deps, known, message.topic, "POST message with reply");
    if (asked !== null) throw new Refused(asked);
    const { replyWaits, routes, limits } = this.deps;
    if (!replyWaits.hasRoom(now)) {
      throw new Refused({
        why: "requests",
        words: BROKER_LIMITS.MAX_REQUESTS.http.words(limits.MAX_REQUESTS),
      });
    }
    const receipt = new CountedReceipt();
    try {
      this.#deliver(known, message, { actor, receipt });
      const { readers, waiting } = receipt.count;
      // nobody knows the topic of the reply
      if (requesting.replyTopic === null && readers + waiting === 0) return { ...receipt.count, reply: null };
      // after the turn: what the turn itself publishes on this topic is no reply
      const wait = replyWaits.open(requestId, topic, seconds * 1000);
      routes.forget(topic);
      return { reply: await wait.reply, ...receipt.count };
    } finally {
      this.deps.store.deliveries.forget(receipt);
      replyWaits.close(requestId);
      routes.forget(topic);
    }
  }

  /** The reply, for a caller that may still ask for it. */
  replied(known: KnownCaller, { topic, replyTopic }: Requesting, requested: Requested): Requested {
    if (!known.rights.mayPublish(topic)) throw new Refused(missingPublishRight(known, topic, this.account));
    if (replyTopic !== null) this.#refuseReplyTopic(known, replyTopic);
    return requested;
  }

  read(known: KnownCaller, topic: string, now: number): RetainedRecord | null {
    this.#refuseReads(known, now);
    this.#refuseTopic(known, topic);
    if (!known.rights.mayRead(topic)) throw new Refused(readRefusal(known, this.#userId, topic));
    return readRetained(this.deps.store, topic, now);
  }

  list(known: KnownCaller, filters: MessageFilters, now: number): Promise<MessagePage> {
    return readPage(this.deps.store, filters, { ...this.#readerOf(known, filters, now), now });
  }

  /** Throws only where not even the first message could be removed: what others were is in the answer. */
  removeAll(known: KnownCaller, removal: MessageRemoval, now: number): Promise<RemovedMessages> {
    const { rights } = known;
    const userId = this.#userId;
    this.#refuseReads(known, now);
    const refusal = removalRefusal(known, userId, storedTopic(userId, removal.filter));
    if (refusal !== null) throw new Refused(refusal);
    let isFirst = true;
    const remove = (topic: string): boolean => {
      try {
        this.remove(known, topic, removal.actor, now);
      } catch (error) {
        if (isFirst || !(error instanceof Refused)) throw error;
        return false;
      }
      isFirst = false;
      return true;
    };
    return removeMessages(this.deps, removal, { userId, rights }, remove);
  }

  history(known: KnownCaller, query: HistoryQuery, now: number): Promise<HistoryPage> {
    const { recorder, store } = this.deps;
    return readHistory({ recorder, store }, query, this.#readerOf(known, query, now));
  }

  /** Throws where the caller may read no topic of the filter. */
  #readerOf(known: KnownCaller, { filter }: { filter: string }, now: number) {
    this.#refuseReads(known, now);
    const { rights } = known;
    const userId = this.#userId;
    const asked = storedTopic(userId, filter);
    if (!rights.maySubscribe(asked)) throw new Refused(readRefusal(known, userId, asked));
    return { userId, rights };
  }

  /**
   * Removes the retained message by publishing an empty one. Without a retained message nothing is published. An account
   * without rows left may still delete: then sessions that are offline do not receive it.
   */
  remove(known: KnownCaller, topic: string, actor: Actor, now: number): null {
    const properties = { contentType: null, traceparent: null };
    const isOver = this.deps.store.rows.isOver(now);
    const qos = isOver ? 0 : 1;
    const message = messageOf({ topic, payload: new Uint8Array(), qos, retain: true, ...properties });
    const checks = this.#checksOf(known, now);
    this.#refuse(known, message, checks);
    if (!isOver) this.#refuseWithoutRoom(message, checks, now);
    if (this.deps.store.retained.seqOf(topic) !== 0) this.#deliver(known, message, { actor });
    return null;
  }

  get #userId(): string {
    return this.deps.store.meta.get("userId");
  }

  get account() {
    const { store, rights } = this.deps;
    return { commandedOn: rights.commandedOn, userId: store.meta.get("userId") };
  }

  #deliver({ ref }: KnownCaller, message: Message, by: { actor: Actor; receipt?: CountedReceipt }): void {
    publishAs(this.deps, message, { ...by, ref });
  }

  #refuseBeyondProfile(message: Message): void {
    const { limits, store } = this.deps;
    const beyond = beyondProfile(message, profileOf(limits, store.meta.get("profile")));
    if (beyond === null) return;
    const field = beyond.code === REASONS.qosNotSupported.code ? "qos" : "retain";
    throw new Refused({ why: "invalid", field, words: beyond.words });
  }

  #refuseTopic({ rights }: KnownCaller, topic: string): void {
    const fault = messageFault({ topic, properties: {} }, this.deps.limits, rights.root);
    if (fault !== null) throw new Refused({ why: "invalid", field: "topic", words: fault.words });
  }

  #refuseReplyTopic(known: KnownCaller, topic: string): void {
    const { rights } = known;
    const fault = messageFault({ topic, properties: {} }, this.deps.limits, rights.root);
    const isControl = controlledDevice(this.#userId, topic) !== null;
    const words = isControl ? NO_REPLIES : fault?.words;
    if (words !== undefined) throw new Refused({ why: "invalid", field: "reply_topic", words });
    if (!rights.mayRead(topic)) throw new Refused(readRefusal(known, this.#userId, topic));
  }

  #refuse(known: KnownCaller, message: Message, checks: PublishContext): void {
    const { topic, payload } = message;
    const size = utf8Length(topic) + payload.length;
    const refusal = publishRefusal(message, size, checks, known.rights.root);
    switch (refusal?.why) {
      case "rate":
        throw new Refused(rateAnswer(refusal.limit));
      case "message":
        throw new Refused({ why: "invalid", field: "topic", words: refusal.reason.words });
      case "rights":
        throw new Refused(missingPublishRight(known, topic, this.account));
      case "age":
        throw new Refused({ why: "invalid", field: "payload", words: refusal.reason.words });
    }
  }

  /** What the checks of a publish read of this caller. */
  #checksOf({ ref, rights }: KnownCaller, now: number): PublishContext & RoomContext {
    const { acceptance, limits, rateLimiter } = this.deps;
    const shares = rateLimiter.sharesOf(`http ${ref}`, now);
    return {
      limits,
      hasPublished: () => false,
      mayPublish: (topic) => rights.mayPublish(topic),
      isTooOld: (topic, payload) => acceptance.isTooOld(topic, payload, now),
      samplesIn: (topic, payload) => acceptance.samplesIn(topic, payload, now),
      limitPublish: (count) => rateLimiter.publish(shares, now, count),
      limitBytes: (bytes) => rateLimiter.bytes(shares, now, bytes),
      mayStore: (message) => acceptance.mayStore(message, now),
      mayRetain: (message) => acceptance.mayRetain(message, ref, now),
      mayQueue: (message) => acceptance.mayQueue(message),
    };
  }

  /** A read counts as a subscription, which is answered with retained messages, too. */
  #refuseReads({ ref }: KnownCaller, now: number): void {
    const { rateLimiter } = this.deps;
    if (rateLimiter.filter(rateLimiter.sharesOf(`http ${ref}`, now), now) !== "pass") {
      throw new Refused({ why: "rate", seconds: 1 });
    }
  }

  #refuseWithoutRoom(message: Message, checks: RoomContext, now: number): void {
    const refusal = roomAnswer(this.deps, message, checks, now);
    if (refusal !== null) throw new Refused(refusal);
  }
}
