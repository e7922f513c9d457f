/** Which room answers which effect of a step: a write and a send are planned there, a fact is told there. */

import type { BrokerLimits } from "../contract/limits.ts";
import type { Deadlines } from "../deadlines.ts";
import type { Journal } from "../events/journal.ts";
import type { Effect, Fact, Send, Step, Write } from "../protocol/effect.ts";
import type { Delivery } from "../protocol/message.ts";
import type { Session } from "../protocol/session.ts";
import type { Penalties } from "./abuse/penalties.ts";
import type { RefusalLog } from "./abuse/refusal-log.ts";
import type { Outbound } from "./delivery/outbound.ts";
import type { Router } from "./delivery/router.ts";
import type { Tours } from "./delivery/tours.ts";
import type { Switching } from "./devices/switching.ts";
import type { Queues } from "./queues/queues.ts";
import type { Lifecycle } from "./sessions/lifecycle.ts";
import type { Connection, TurnPlan } from "./sockets/connection.ts";
import type { ConnectionLog } from "./sockets/connection-log.ts";
import type { Connections } from "./sockets/connections.ts";
import type { MeterReader } from "./sockets/meter-reader.ts";
import { silentAt } from "./sockets/silence.ts";
import type { Unfinished } from "./sockets/unfinished.ts";
import type { Waiting } from "./telemetry/waiting.ts";

export interface EffectDependencies {
  limits: BrokerLimits;
  deadlines: Deadlines;
  journal: Journal;
  penalties: Penalties;
  refusals: RefusalLog;
  connections: Connections;
  connectionLog: ConnectionLog;
  meterReader: MeterReader;
  unfinished: Unfinished;
  queues: Queues;
  router: Router;
  tours: Tours;
  outbound: Outbound;
  switching: Switching;
  lifecycle: Lifecycle;
  waiting: Waiting;
  authenticate: (connection: Connection, effect: Of<"authenticate">) => void;
}

type Of<T extends Effect["type"]> = Extract<Effect, { type: T }>;
type Answers = {
  [T in Effect["type"]]: (plan: TurnPlan, connection: Connection, effect: Of<T>) => void;
};
type SessionWrite = Extract<Write["type"], "begin" | "end" | "subscribe" | "unsubscribe">;
type Answer = (plan: TurnPlan, connection: Connection, effect: Effect) => void;

const sessionOf = (connection: Connection): number => connection.planningClient?.sessionId ?? 0;

/** A connected reader whose flow control holds the message is a reader, too: it has it next. */
function noteSent(plan: TurnPlan, connection: Connection, { receipt, qos }: Delivery): void {
  if (receipt === undefined) return;
  const session = sessionOf(connection);
  plan.fact(() => receipt.sent(session, qos));
}

function sends({
  outbound,
  connections,
  penalties,
  unfinished,
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
    close: (plan, connection, { code }) =>
      plan.fact(() => {
        connection.close(code);
        connections.remove(connection);
        penalties.over(connection);
        unfinished.forget(connection);
      }),
  };
}

function queueWrites({ queues }: EffectDependencies): Omit<Pick<Answers, Write["type"]>, SessionWrite> {
  const queueOf = (connection: Connection) => queues.of(sessionOf(connection));
  return {
    hold: (plan, connection, { delivery }) => {
      queueOf(connection).hold(plan, delivery);
      noteSent(plan, connection, delivery);
    },
    keep: (plan, connection, { delivery, packetId, phase }) =>
      queueOf(connection).keep(plan, delivery, packetId, phase),
    sent: (plan, connection, effect) => queueOf(connection).sent(plan, effect),
    discard: (plan, connection, { seq, delivery }) => queueOf(connection).discard(plan, seq, delivery),
    advance: (plan, connection, { packetId }) => queueOf(connection).advance(plan, packetId),
    settle: (plan, connection, { packetId }) => queueOf(connection).settle(plan, packetId),
    receive: (plan, connection, { packetId }) => queueOf(connection).receive(plan, packetId),
    release: (plan, connection, { packetId }) => queueOf(connection).release(plan, packetId),
  };
}

function sessionWrites(rooms: EffectDependencies): Pick<Answers, SessionWrite> {
  const { lifecycle, waiting, router, tours, penalties, connectionLog, deadlines, limits } = rooms;
  return {
    begin: (plan, connection, effect) => {
      lifecycle.begin(plan, connection, effect);
      plan.fact(() => {
        penalties.excuse(connection);
        deadlines.require(silentAt(connection, limits.MQTT_CONNECT_DEADLINE));
      });
    },
    end: (plan, connection, effect) => {
      lifecycle.end(plan, connection, effect);
      waiting.leave(plan, connection);
      plan.fact(() => connectionLog.note(connection, effect.reason));
    },
    subscribe: (plan, connection, { subscription, sendRetained }) => {
      router.subscribe(plan, connection, subscription);
      if (sendRetained) tours.start(plan, connection, subscription);
    },
    unsubscribe: (plan, connection, { filter }) => {
      router.unsubscribe(plan, connection, filter);
      tours.stop(plan, sessionOf(connection), filter);
    },
  };
}

function facts(rooms: EffectDependencies): Pick<Answers, Fact["type"]> {
  const { outbound, journal, switching } = rooms;
  return {
    authenticate: (plan, connection, effect) => plan.fact(() => rooms.authenticate(connection, effect)),
    route: (plan, connection, { message }) => plan.publish(message, sessionOf(connection)),
    errored: (plan, connection) => {
      const client = connection.planningClient;
      if (client?.kind === "device") journal.errored(plan, client.id);
    },
    taken: (plan, connection, { command }) => {
      const deviceId = connection.client?.id;
      if (deviceId !== undefined) switching.taken(plan, deviceId, command);
    },
    answered: (plan, connection, { receipt, isTaken }) => {
      const session = sessionOf(connection);
      plan.fact(() => receipt.answered(session, isTaken));
    },
    refill: (plan, connection, { room }) => plan.follow((next) => outbound.refill(next, connection, room)),
  };
}

export function obeying(
  rooms: EffectDependencies,
): (plan: TurnPlan, connection: Connection, answer: Step, before: Session) => void {
  const answers: Answers = {
    ...sends(rooms),
    ...queueWrites(rooms),
    ...sessionWrites(rooms),
    ...facts(rooms),
  };
  const { refusals, meterReader } = rooms;
  return (plan, connection, { effects, refused }, before) => {
    if (refused !== undefined) {
      plan.fact(() => {
        refusals.note(connection, before, refused);
        meterReader.refused(refused.kind);
      });
    }
    // the compiler has seen that there is one for each; that they fit each other it cannot see
    for (const effect of effects) (answers[effect.type] as Answer)(plan, connection, effect);
  };
}
