/** Does the work after the turns of one frame, call or alarm: the work that modules required, and that of each turn. */

import { SUM_MS } from "../events/event-aggregator.ts";
import { limitReason } from "../session/reason.ts";
import type { Habits } from "./devices/habits.ts";
import type { BlockList } from "./limits/block-list.ts";
import type { RefusalLog } from "./limits/refusal-log.ts";
import type { CommonDependencies } from "./module.ts";
import type { MessageRecorder } from "./publish/message-recorder.ts";
import type { Queues } from "./queues/queues.ts";
import type { RetainedReplays } from "./retained-replay/replays.ts";
import type { RightsChanges } from "./rights/rights-changes.ts";
import type { Connection } from "./socket/connection.ts";
import type { ConnectionLog } from "./socket/connection-log.ts";
import type { Egress } from "./socket/egress.ts";
import { BUSY_MS, type MeterReader } from "./socket/meter-reader.ts";
import type { Streams } from "./streams/streams.ts";
import type { AfterTurns } from "./turn/due-work.ts";
import type { NoticeDeliveries } from "./watches/deliveries.ts";
import type { Watches } from "./watches/watch-steps.ts";

interface AfterTurnsDependencies
  extends Pick<CommonDependencies, "limits" | "turns" | "connections" | "store" | "wakeAt" | "due"> {
  replays: RetainedReplays;
  blockList: BlockList;
  refusals: RefusalLog;
  egress: Egress;
  connectionLog: ConnectionLog;
  meterReader: MeterReader;
  queues: Queues;
  recorder: MessageRecorder;
  habits: Habits;
  streams: Streams;
  watches: Watches;
  noticeDeliveries: NoticeDeliveries;
  changes: RightsChanges;
}

/** Least time that a message waits in memory for its reader before it is written to storage. Milliseconds. */
const OVERFLOW_AFTER_MS = 2000;

export function afterTurns(modules: AfterTurnsDependencies): (touched: readonly Connection[]) => void {
  const { turns, due, egress, meterReader, store } = modules;
  const handlers = handlersOf(modules);
  const dropSlow = dropSlowReaders(modules);
  store.history.onSamples = () => due.require("learnHabits");
  store.unreadable.onMet = () => due.require("readRights");
  // rows may be older than this memory
  due.require("continueReplays");
  due.require("readRights");
  return (touched) => {
    if (due.bits !== 0) turns.runDue("sendEvents", "scheduleRefusalCounts", handlers);
    if (touched.length + egress.waiting.size + egress.unsaved.size > 0) egress.turn(touched);
    // each minute of a busy account: time requires it, and no module
    if (Math.abs(turns.now - meterReader.lookedAt) >= BUSY_MS) due.require("readMeter");
    if (due.bits !== 0) turns.runDue("logConnectionEnds", "readMeter", handlers);
    dropSlow(touched);
    if (due.bits !== 0) turns.runDue("moveOverflow", "readRights", handlers);
  };
}

function handlersOf(modules: AfterTurnsDependencies): Record<AfterTurns, () => void> {
  const { turns, connections, store, wakeAt, refusals, egress, meterReader, watches } = modules;
  return {
    sendEvents: () => {
      const times = store.events.takeNew();
      if (connections.eventReaders.size > 0) modules.streams.sendEvents(times);
    },
    continueReplays: () => modules.replays.goOn(),
    writeBlocks: () => modules.blockList.write(),
    writeRefusals: () => refusals.write(turns.now),
    // before packets are sent: acknowledgements say that their messages are stored
    writeHistory: () => modules.recorder.writeDue(),
    scheduleRefusalCounts: () => wakeAt(refusals.nextCount()),
    logConnectionEnds: () => modules.connectionLog.write(turns.now),
    readMeter: () => egress.keep(meterReader.read(turns.now)),
    moveOverflow: overflowTimer(modules),
    scheduleEventSums: () => wakeAt(turns.now + SUM_MS),
    scheduleWatches: () => {
      wakeAt(watches.next());
      modules.noticeDeliveries.start();
    },
    learnHabits: () => modules.habits.learn(),
    readRights: () => {
      // a call may have read them since
      if (store.unreadable.isMet) modules.changes.mend();
    },
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

/** Memory is ahead of storage: `settleUp` is due. */
export const isAhead = ({ lines, sentCursors, sharedInflight }: Queues): boolean =>
  lines.bySession.size + sentCursors.bySession.size + sharedInflight.bySession.size > 0;

/**
 * Messages that have waited long in memory move to storage: a slow reader costs no row, and a reader that has stopped
 * lets the object sleep. A running timer keeps the object awake, so hibernation loses nothing.
 */
function overflowTimer({ turns, queues, due }: AfterTurnsDependencies): () => void {
  let isRunning = false;
  return () => {
    if (isRunning || !isAhead(queues)) return;
    isRunning = true;
    setTimeout(() => {
      isRunning = false;
      if (!isAhead(queues)) return;
      // the end of this turn starts the timer again for messages that stay
      due.require("moveOverflow");
      turns.turn((plan) => queues.settleUp(plan, plan.now - OVERFLOW_AFTER_MS));
    }, OVERFLOW_AFTER_MS);
  };
}
