/** The work after the turns of one frame, call or alarm, in this order. */

import { SUM_MS } from "../events/event-aggregator.ts";
import type { Journal } from "../events/journal.ts";
import { limitReason } from "../session/reason.ts";
import type { Habits } from "./devices/habits.ts";
import type { BlockList } from "./limits/block-list.ts";
import type { RefusalLog } from "./limits/refusal-log.ts";
import type { CommonDependencies } from "./module.ts";
import type { Queues } from "./queues/queues.ts";
import type { RetainedReplays } from "./retained-replay/replays.ts";
import type { RightsChanges } from "./rights/rights-changes.ts";
import type { Connection, TurnPlan } from "./socket/connection.ts";
import type { ConnectionLog } from "./socket/connection-log.ts";
import type { Egress } from "./socket/egress.ts";
import { BUSY_MS, type MeterReader } from "./socket/meter-reader.ts";
import type { Streams } from "./streams/streams.ts";
import type { NoticeDeliveries } from "./watches/deliveries.ts";
import type { Watches } from "./watches/watches.ts";

interface AfterTurnsDependencies
  extends Pick<CommonDependencies, "limits" | "turns" | "connections" | "store" | "wakeAt"> {
  replays: RetainedReplays;
  blockList: BlockList;
  refusals: RefusalLog;
  egress: Egress;
  connectionLog: ConnectionLog;
  meterReader: MeterReader;
  queues: Queues;
  journal: Journal<TurnPlan>;
  habits: Habits;
  streams: Streams;
  watches: Watches;
  noticeDeliveries: NoticeDeliveries;
  changes: RightsChanges;
}

/** Least time that a message waits in memory for its reader before it is written to storage. Milliseconds. */
const OVERFLOW_AFTER_MS = 2000;

export function afterTurns(modules: AfterTurnsDependencies): (touched: readonly Connection[]) => void {
  const { turns, connections, replays, blockList, refusals, egress } = modules;
  const { connectionLog, meterReader, journal } = modules;
  const dropSlow = dropSlowReaders(modules);
  const moveOverflow = overflowTimer(modules);
  const { events, history, unreadable } = modules.store;
  return (touched) => {
    if (events.fresh.length > 0) {
      const fresh = events.takeFresh();
      if (connections.eventReaders.size > 0) modules.streams.sendEvents(fresh);
    }
    if (!replays.isIdle) replays.goOn();
    if (blockList.owed.length > 0) blockList.settle();
    if (refusals.pending.length > 0) refusals.write(turns.now);
    if (refusals.hasCounts) modules.wakeAt(refusals.nextCount());
    refusals.hasCounts = false;
    if (touched.length + egress.waiting.size + egress.unsaved.size > 0) egress.turn(touched);
    if (connectionLog.ended.length > 0) connectionLog.write(turns.now);
    if (meterReader.hasEnds || Math.abs(turns.now - meterReader.lookedAt) >= BUSY_MS) {
      egress.keep(meterReader.settled(turns.now));
    }
    dropSlow(touched);
    moveOverflow();
    if (journal.tally.grown) modules.wakeAt(turns.now + SUM_MS);
    journal.tally.grown = false;
    if (modules.watches.hasMoved) {
      modules.watches.hasMoved = false;
      modules.wakeAt(modules.watches.next());
      modules.noticeDeliveries.start();
    }
    if (history.hasNews) modules.habits.settle();
    if (unreadable.isMet) modules.changes.mend();
  };
}

function dropSlowReaders({
  turns,
  limits,
}: AfterTurnsDependencies): (touched: readonly Connection[]) => void {
  const reason = limitReason("MQTT_MAX_UNSENT", limits.MQTT_MAX_UNSENT);
  return (touched) => {
    for (const connection of touched) {
      // lost messages of a stream are a gap; a lost event ends it, because a reconnect sends the event again
      const { outboundBuffer, edge } = connection;
      const isOver = edge.stream === undefined ? outboundBuffer.exhausted : outboundBuffer.hasDroppedText;
      if (!isOver || connection.session.state !== "connected") continue;
      turns.turn((plan) => plan.input(connection, { type: "dropped", reason }));
    }
  };
}

/** Memory is ahead of storage: `settleUp` is due. Asked after every turn. */
export const isAhead = ({ lines, given, sharedInflight }: Queues): boolean =>
  lines.bySession.size + given.bySession.size + sharedInflight.bySession.size > 0;

/**
 * Messages that have waited long in memory move to storage: a slow reader costs no row, and a reader that has stopped
 * lets the object sleep. A running timer keeps the object awake, so hibernation loses nothing.
 */
function overflowTimer({ turns, queues }: AfterTurnsDependencies): () => void {
  let isRunning = false;
  return () => {
    if (isRunning || !isAhead(queues)) return;
    isRunning = true;
    setTimeout(() => {
      isRunning = false;
      // the end of this turn starts the timer again
      if (isAhead(queues)) turns.turn((plan) => queues.settleUp(plan, plan.now - OVERFLOW_AFTER_MS));
    }, OVERFLOW_AFTER_MS);
  };
}
