/** Constructs the modules of the broker, each from those before it. */

import { Alarm, type AlarmClock } from "../alarm.ts";
import { ReadRate } from "../contract/read-rate.ts";
import { Journal } from "../events/journal.ts";
import type { ConnectionEnd, Directory, Meter, Notifier } from "../ports.ts";
import type { Effect } from "../session/effect.ts";
import { afterTurns } from "./after-turns.ts";
import { Outbound } from "./delivery/outbound.ts";
import { AwaitedReceipts } from "./delivery/receipt.ts";
import { Router } from "./delivery/router.ts";
import { Announcements } from "./devices/announcements.ts";
import { BrokerMessages, Commands } from "./devices/broker-messages.ts";
import { DevicePresence } from "./devices/device-presence.ts";
import { DiscoveredDevices } from "./devices/discovered-devices.ts";
import { DiscoveredList } from "./devices/discovered-list.ts";
import { Habits } from "./devices/habits.ts";
import { MetricsReader } from "./devices/metrics.ts";
import { Schedules } from "./devices/schedules.ts";
import { Statuses } from "./devices/status.ts";
import { Switching, SwitchOffs } from "./devices/switching.ts";
import { obeying } from "./effects.ts";
import { BlockList } from "./limits/block-list.ts";
import { EventRateLimiter, RateLimiter } from "./limits/rate-limiter.ts";
import { RefusalLog } from "./limits/refusal-log.ts";
import type { CommonDependencies } from "./module.ts";
import { Acceptance } from "./publish/acceptance.ts";
import { FanOut } from "./publish/fan-out.ts";
import { MessageRecorder } from "./publish/message-recorder.ts";
import { Pipeline } from "./publish/pipeline.ts";
import { ReplyWaits } from "./publish/reply-waits.ts";
import { TopicRoutes } from "./publish/topic-route.ts";
import { Queues } from "./queues/queues.ts";
import { RetainedReplays } from "./retained-replay/replays.ts";
import { Authenticator } from "./rights/authenticator.ts";
import { RightsChanges } from "./rights/rights-changes.ts";
import { RightsInForce } from "./rights/rights-in-force.ts";
import { Compaction } from "./series/compaction.ts";
import { DeviceErrors } from "./series/device-errors.ts";
import { Measurements } from "./series/measurements.ts";
import { SampleBuffer } from "./series/sample-buffer.ts";
import { Admission } from "./sessions/admission.ts";
import { DueSessions } from "./sessions/due-sessions.ts";
import { Lifecycle } from "./sessions/lifecycle.ts";
import { RightsFollower } from "./sessions/rights-follower.ts";
import { shutOut } from "./sessions/shut-out.ts";
import { stepContexts, stepOf } from "./sessions/step-context.ts";
import { TakeOvers } from "./sessions/take-overs.ts";
import { Wills } from "./sessions/wills.ts";
import type { Connection } from "./socket/connection.ts";
import { ConnectionLog } from "./socket/connection-log.ts";
import { Connections } from "./socket/connections.ts";
import { Egress } from "./socket/egress.ts";
import { IncompletePacket } from "./socket/incomplete-packet.ts";
import { Ingress } from "./socket/ingress.ts";
import { KeepAliveCheck } from "./socket/keep-alive.ts";
import { MeterReader } from "./socket/meter-reader.ts";
import { Streams } from "./streams/streams.ts";
import { DueWork } from "./turn/due-work.ts";
import { type TurnRules, Turns } from "./turn/turns.ts";
import { WatchActions } from "./watches/actions.ts";
import { NoticeAnswers } from "./watches/answers.ts";
import { Approvals } from "./watches/approvals.ts";
import { NoticeDeliveries } from "./watches/deliveries.ts";
import { Orders } from "./watches/orders.ts";
import { OutgoingRequests } from "./watches/outgoing-requests.ts";
import { Watches } from "./watches/watch-steps.ts";

export interface HubDependencies
  extends Pick<CommonDependencies, "store" | "limits" | "log" | "clock" | "waitUntil"> {
  directory: Directory;
  ended: (end: ConnectionEnd) => void;
  meter: Meter;
  notifier: Notifier;
  /** The account. */
  userId: string;
  alarm: AlarmClock;
  /** Closes every socket, even if clients ignore it. Everything written stays. */
  restart: (why: string) => Promise<void>;
}

/** Watches, and orders that wait for a person: what switches devices with neither a client nor a call. */
function watching(deps: HubDependencies, given: Pick<CommonDependencies, "connections" | "due" | "wakeAt">) {
  const devicePresence = new DevicePresence(deps);
  const orders = new Orders({ ...deps, ...given });
  const watchActions = new WatchActions({ ...deps, orders });
  const watches = new Watches({ ...deps, ...given, devicePresence, watchActions });
  const approvals = new Approvals({ ...deps, watchActions });
  const noticeAnswers = new NoticeAnswers({ ...deps, watches, watchActions });
  return { devicePresence, orders, watchActions, watches, approvals, noticeAnswers };
}

/** Counters, limits and state: modules that depend on no other. */
function ground(deps: HubDependencies) {
  const { store, limits, clock, log, alarm, ended, meter } = deps;
  const deadlines = new Alarm(alarm, clock, (what, error) => log.error(what, error));
  const rights = new RightsInForce(store);
  const due = new DueWork();
  const refusals = new RefusalLog(store, rights, log, due);
  const connections = new Connections(store);
  const watched = watching(deps, { connections, due, wakeAt: deadlines.require });
  const { watches } = watched;
  const journal = new Journal(store, new EventRateLimiter(limits), watches);
  const deviceErrors = new DeviceErrors({ connections, journal, refusals });
  const meterReader = new MeterReader(meter, connections, () => log.account, due);
  return {
    store,
    limits,
    log,
    clock,
    due,
    deadlines,
    rights,
    refusals,
    journal,
    deviceErrors,
    connections,
    ...watched,
    rateLimiter: new RateLimiter(limits),
    reads: new ReadRate(),
    /** Of all guests together, and by the id of a guest's token. */
    readsOfGuests: new ReadRate(),
    guestReads: new Map<string, ReadRate>(),
    blockList: new BlockList(store, refusals, { clock, log, due }),
    takeOvers: new TakeOvers({ refusals }),
    awaited: new AwaitedReceipts(),
    replyWaits: new ReplyWaits(() => limits.MAX_REQUESTS),
    egress: new Egress(store.fragments, log),
    connectionLog: new ConnectionLog((end, connection) => {
      ended({ account: log.account, ...end });
      meterReader.ended(connection, clock());
    }, due),
    meterReader,
    keepAlive: new KeepAliveCheck({ connections, limits, wakeAt: deadlines.require }),
    incompletePacket: new IncompletePacket(),
    discovered: new DiscoveredList({ store, limits }),
    queues: new Queues({ store, limits, connections }),
    wakeAt: deadlines.require,
  };
}

type Ground = ReturnType<typeof ground> & { turns: Turns<Connection> };

function messages(base: Ground) {
  const router = new Router(base);
  const outbound = new Outbound(base);
  const replays = new RetainedReplays({ ...base, router, outbound });
  const compaction = new Compaction(base);
  const sampleBuffer = new SampleBuffer({ ...base, compaction });
  const measurements = new Measurements({ ...base, sampleBuffer });
  const routes = new TopicRoutes({ ...base, router });
  const acceptance = new Acceptance({ ...base, routes, measurements });
  const recorder = new MessageRecorder(base);
  const messaging = { router, outbound, replays, compaction, sampleBuffer, measurements, routes, acceptance };
  const devices = switches({ ...base, ...messaging });
  const streams = new Streams(base);
  const fanOut = new FanOut({ ...base, ...messaging, ...devices });
  const pipeline = new Pipeline({ ...base, ...messaging, ...devices, fanOut, recorder });
  return { ...messaging, ...devices, streams, fanOut, recorder, pipeline };
}

/** Devices: their commands, their state, and their announcements to Home Assistant. */
function switches(base: Ground & { outbound: Outbound; compaction: Compaction; measurements: Measurements }) {
  const brokerMessages = new BrokerMessages(base);
  const statuses = new Statuses({ ...base, brokerMessages });
  const commands = new Commands({ ...base, statuses });
  const announcements = new Announcements({ ...base, brokerMessages });
  const habits = new Habits({ ...base, announcements });
  const switching = new Switching({ ...base, commands, statuses });
  const switchOffs = new SwitchOffs({ ...base, commands });
  const schedules = new Schedules({ ...base, commands, switchOffs });
  const metrics = new MetricsReader(base);
  const proven = { commands, statuses, switching };
  const discoveredDevices = new DiscoveredDevices({ ...base, ...proven, brokerMessages });
  return {
    commands,
    statuses,
    announcements,
    habits,
    metrics,
    discoveredDevices,
    switching,
    schedules,
    switchOffs,
  };
}

function people(base: Ground & ReturnType<typeof messages>, deps: HubDependencies) {
  const { directory, clock, restart, waitUntil } = deps;
  const wills = new Wills(base);
  const lifecycle = new Lifecycle({ ...base, wills });
  const dueSessions = new DueSessions({ ...base, lifecycle, wills });
  const contextOf = stepContexts(base);
  const follower = new RightsFollower({ ...base, lifecycle });
  const changes = new RightsChanges({
    ...deps,
    follow: (review) => follower.follow(review) && shutOut(review, base.connections, ingress),
  });
  const ingress = new Ingress({
    ...base,
    fragments: base.store.fragments,
    clock,
    closedWhileAsleep: (connection) => lifecycle.endedByClient(connection),
    restart: () => waitUntil(restart("A client keeps sending after it was disconnected.")),
  });
  const admission = new Admission({
    ...base,
    log: deps.log,
    contextOf,
    follower,
    lifecycle,
    dueSessions,
    changes,
    authenticator: new Authenticator({
      rights: base.store.rightsCopy,
      secrets: directory,
      userId: () => base.store.meta.get("userId"),
      clock,
    }),
    resume: (connection) => ingress.resume(connection),
    processed: (connection) => ingress.queue.processed(connection),
  });
  return {
    lifecycle,
    dueSessions,
    contextOf,
    changes,
    ingress,
    ...watchModules(base, deps),
    authenticate: (connection: Connection, effect: Extract<Effect, { type: "authenticate" }>) =>
      waitUntil(timed(base, admission.authenticate(connection, effect))),
  };
}

function watchModules(base: Ground, deps: HubDependencies) {
  const outgoing = new OutgoingRequests({ ...base, ...deps });
  const noticeDeliveries = new NoticeDeliveries({ ...base, ...deps, outgoing });
  return { noticeDeliveries, outgoing };
}

function timed({ turns, meterReader }: Ground, answer: Promise<void>): Promise<void> {
  const asked = turns.now;
  return answer.finally(() => meterReader.answered(turns.now - asked));
}

export type Modules = Ground & ReturnType<typeof messages> & ReturnType<typeof people>;

export function buildModules(deps: HubDependencies): Modules {
  const base = ground(deps);
  // a plan calls modules that can only be built after the turns
  const rules: TurnRules<Connection> = {
    step: unready,
    obey: unready,
    publish: unready,
    afterTurns: unready,
    failed: unready,
  };
  const turns = new Turns<Connection>(rules, {
    ...deps,
    due: base.due,
    distrust: () => deps.waitUntil(deps.restart("Memory could not follow what was written.")),
  });
  const withMessages = { ...base, turns, ...messages({ ...base, turns }) };
  const modules: Modules = { ...withMessages, ...people(withMessages, deps) };
  rules.step = stepOf(modules.contextOf);
  rules.obey = obeying(modules);
  rules.publish = modules.pipeline.publish;
  rules.afterTurns = afterTurns(modules);
  rules.failed = () => {
    modules.meterReader.failed();
    modules.replays.lookAgain();
    modules.watches.recover();
    modules.recorder.recover();
    modules.deadlines.lookAgain();
  };
  return modules;
}

const unready = (): never => {
  throw new Error("The modules are still being constructed.");
};
