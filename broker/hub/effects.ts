/** Maps each effect of a step to its module: writes and packets are planned, facts are passed on after the commit. */

import type { Alarm } from "../alarm.ts";
import { parseShared } from "../routing/filter.ts";
import type { Effect, Fact, Send, StepRefusal, StepResult, Write } from "../session/effect.ts";
import type { Delivery } from "../session/message.ts";
import type { Session } from "../session/session.ts";
import type { Outbound } from "./delivery/outbound.ts";
import type { AwaitedReceipts } from "./delivery/receipt.ts";
import type { Router } from "./delivery/router.ts";
import type { Switching } from "./devices/switching.ts";
import type { BlockList } from "./limits/block-list.ts";
import type { RefusalLog } from "./limits/refusal-log.ts";
import type { CommonDependencies } from "./module.ts";
import type { FanOut } from "./publish/fan-out.ts";
import type { Queues } from "./queues/queues.ts";
import type { RetainedReplays } from "./retained-replay/replays.ts";
import type { DeviceErrors } from "./series/device-errors.ts";
import type { SampleBuffer } from "./series/sample-buffer.ts";
import type { Lifecycle } from "./sessions/lifecycle.ts";
import type { Connection, TurnPlan } from "./socket/connection.ts";
import type { ConnectionLog } from "./socket/connection-log.ts";
import type { IncompletePacket } from "./socket/incomplete-packet.ts";
import { silentAt } from "./socket/keep-alive.ts";
import type { MeterReader } from "./socket/meter-reader.ts";

export interface EffectDependencies extends Pick<CommonDependencies, "limits" | "connections"> {
  deadlines: Alarm;
  deviceErrors: DeviceErrors;
  blockList: BlockList;
  refusals: RefusalLog;
  connectionLog: ConnectionLog;
  meterReader: MeterReader;
  incompletePacket: IncompletePacket;
  queues: Queues;
  router: Router;
  replays: RetainedReplays;
  outbound: Outbound;
  switching: Switching;
  fanOut: FanOut;
  lifecycle: Lifecycle;
  sampleBuffer: SampleBuffer;
  awaited: AwaitedReceipts;
  authenticate: (connection: Connection, effect: Of<"authenticate">) => void;
}

type Of<T extends Effect["type"]> = Extract<Effect, { type: T }>;
type Answers = {
  [T in Effect["type"]]: (plan: TurnPlan, connection: Connection, effect: Of<T>) => void;
};
type SessionWrite = Extract<Write["type"], "begin" | "end" | "subscribe" | "unsubscribe">;
type Answer = (plan: TurnPlan, connection: Connection, effect: Effect) => void;

const sessionOf = (connection: Connection): number => connection.planningClient?.sessionId ?? 0;

/** A connected reader whose flow control holds the message counts as a reader: it receives it next. */
function noteSent(plan: TurnPlan, connection: Connection, { receipt, qos }: Delivery): void {
  if (receipt === undefined) return;
  const session = sessionOf(connection);
  plan.fact(() => receipt.sent(session, qos));
}

function sends({
  outbound,
  connections,
  blockList,
  incompletePacket,
}: EffectDependencies): Pick<Answers, Send["type"]> {
  return {
    send: (plan, connection, { packet }) => {
      const bytes = connection.encoded(packet);
      if (bytes !== null) plan.send(connection, bytes);
    },
    publish: (plan, connection, effect) => {
      outbound.publish(plan, connection, effect);
      noteSent(plan, connection, effect.delivery);
    },
    close: (plan, connection, { code, words }) =>
      plan.fact(() => {
        connection.close(code, words);
        connections.remove(connection);
        blockList.ended(connection);
        incompletePacket.forget(connection);
      }),
  };
}

function queueWrites({
  queues,
  fanOut,
}: EffectDependencies): Omit<Pick<Answers, Write["type"]>, SessionWrite> {
  const queueOf = (connection: Connection) => queues.of(sessionOf(connection));
  return {
    hold: (plan, connection, { delivery }) => {
      // first: a full queue drops it, or an older one, at once
      noteSent(plan, connection, delivery);
      queueOf(connection).hold(plan, delivery);
    },
    keep: (plan, connection, { delivery, packetId, phase }) =>
      queueOf(connection).keep(plan, delivery, packetId, phase),
    sent: (plan, connection, effect) => queueOf(connection).sent(plan, effect),
    discard: (plan, connection, { seq, delivery, passesOn }) => {
      queueOf(connection).discard(plan, seq, delivery);
      if (passesOn) fanOut.passOn(plan, delivery);
      const { receipt } = delivery;
      const session = sessionOf(connection);
      // it expired, or its reader may not read it any more
      if (receipt !== undefined) plan.fact(() => receipt.answered(session, false));
    },
    advance: (plan, connection, { packetId }) => queueOf(connection).advance(plan, packetId),
    settle: (plan, connection, { packetId }) => queueOf(connection).settle(plan, packetId),
    receive: (plan, connection, { packetId }) => queueOf(connection).receive(plan, packetId),
    release: (plan, connection, { packetId }) => queueOf(connection).release(plan, packetId),
  };
}

function sessionWrites(modules: EffectDependencies): Pick<Answers, SessionWrite> {
  const { lifecycle, sampleBuffer, router, replays, blockList, connectionLog, deadlines, limits } = modules;
  const { awaited, queues } = modules;
  return {
    begin: (plan, connection, effect) => {
      lifecycle.begin(plan, connection, effect);
      plan.fact(() => {
        blockList.forgive(connection);
        deadlines.require(silentAt(connection, limits.MQTT_CONNECT_DEADLINE));
      });
    },
    end: (plan, connection, effect) => {
      const session = sessionOf(connection);
      lifecycle.end(plan, connection, effect);
      sampleBuffer.leave(plan, connection);
      plan.fact(() => {
        awaited.left(session);
        connectionLog.note(connection, effect.reason);
      });
    },
    subscribe: (plan, connection, { subscription, sendRetained }) => {
      router.subscribe(plan, connection, subscription);
      const joinsGroup = parseShared(subscription.filter) !== null;
      // after a crash it receives what the other members have not acknowledged
      if (joinsGroup && (connection.planningClient?.sessionExpiry ?? 0) > 0) {
        plan.follow((next) => queues.settleUp(next, next.now));
      }
      if (sendRetained) replays.start(plan, connection, subscription);
    },
    unsubscribe: (plan, connection, { filter }) => {
      router.unsubscribe(plan, connection, filter);
      replays.stop(plan, sessionOf(connection), filter);
    },
  };
}

function facts(modules: EffectDependencies): Pick<Answers, Fact["type"]> {
  const { outbound, switching } = modules;
  return {
    authenticate: (plan, connection, effect) => plan.fact(() => modules.authenticate(connection, effect)),
    route: (plan, connection, { message }) => plan.publish(message, sessionOf(connection)),
    errored: (plan, connection, { why }) => modules.deviceErrors.refused(plan, connection, why),
    acknowledged: (plan, connection, { command }) => {
      const deviceId = connection.client?.id;
      if (deviceId !== undefined) switching.acknowledged(plan, deviceId, command);
    },
    answered: (plan, connection, { receipt, isAcknowledged }) => {
      const session = sessionOf(connection);
      plan.fact(() => receipt.answered(session, isAcknowledged));
    },
    refill: (plan, connection, { room }) => plan.follow((next) => outbound.refill(next, connection, room)),
  };
}

/** A stream that ends with its session or its token is no blocked client. */
const mayLog = ({ edge }: Connection, { kind }: StepRefusal): boolean =>
  kind === "limit" || edge.stream === undefined;

export function obeying(
  modules: EffectDependencies,
): (plan: TurnPlan, connection: Connection, answer: StepResult, before: Session) => void {
  const answers: Answers = {
    ...sends(modules),
    ...queueWrites(modules),
    ...sessionWrites(modules),
    ...facts(modules),
  };
  const { refusals, meterReader } = modules;
  return (plan, connection, { effects, refused }, before) => {
    if (refused !== undefined && (refused.isEnd === undefined || mayLog(connection, refused))) {
      plan.fact(() => {
        refusals.note(connection, before, refused);
        meterReader.refused(refused.kind);
      });
    }
    // the compiler checks that each effect has a handler; it cannot see that they match here
    for (const effect of effects) (answers[effect.type] as Answer)(plan, connection, effect);
  };
}
