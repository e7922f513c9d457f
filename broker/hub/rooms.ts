/** The rooms of an account's broker, each built on those before it. */

import type { BrokerLimits } from "../contract/limits.ts";
import { type AlarmClock, Deadlines } from "../deadlines.ts";
import { Journal } from "../events/journal.ts";
import type { Log } from "../log.ts";
import type { ConnectionEnd, Directory, Meter } from "../ports.ts";
import type { Effect } from "../protocol/effect.ts";
import { step } from "../protocol/step.ts";
import type { Store } from "../storage/store.ts";
import { Allowance } from "./abuse/allowance.ts";
import { EventAllowance } from "./abuse/event-allowance.ts";
import { Penalties } from "./abuse/penalties.ts";
import { RefusalLog } from "./abuse/refusal-log.ts";
import { afterTurns } from "./after-turns.ts";
import { Outbound } from "./delivery/outbound.ts";
import { Router } from "./delivery/router.ts";
import { Tours } from "./delivery/tours.ts";
import { AcceptedCommands } from "./devices/accepted-commands.ts";
import { Announcements } from "./devices/announcements.ts";
import { Commands } from "./devices/commands.ts";
import { DiscoveredList } from "./devices/discovered-list.ts";
import { FoundDevices } from "./devices/found.ts";
import { Habits } from "./devices/habits.ts";
import { MetricsReader } from "./devices/metrics.ts";
import { OwnWords } from "./devices/own-words.ts";
import { Reach } from "./devices/reach.ts";
import { Schedules } from "./devices/schedules.ts";
import { Statuses } from "./devices/status.ts";
import { SwitchOffs } from "./devices/switch-offs.ts";
import { Switching } from "./devices/switching.ts";
import { obeying } from "./effects.ts";
import { MessageCalls } from "./messages/message-calls.ts";
import { Acceptance } from "./publish/acceptance.ts";
import { FanOut } from "./publish/fan-out.ts";
import { Pipeline } from "./publish/pipeline.ts";
import { TopicRoutes } from "./publish/topic-route.ts";
import { Queues } from "./queues/queues.ts";
import { Judge } from "./rights/judge.ts";
import { RightsChanges } from "./rights/rights-changes.ts";
import { RightsInForce } from "./rights/rights-in-force.ts";
import { Admission } from "./sessions/admission.ts";
import { DueSessions } from "./sessions/due-sessions.ts";
import { Lifecycle } from "./sessions/lifecycle.ts";
import { RightsFollower } from "./sessions/rights-follower.ts";
import { shutOut } from "./sessions/shut-out.ts";
import { stepContexts } from "./sessions/step-context.ts";
import { Wills } from "./sessions/wills.ts";
import type { Connection } from "./sockets/connection.ts";
import { ConnectionLog } from "./sockets/connection-log.ts";
import { Connections } from "./sockets/connections.ts";
import { Departures } from "./sockets/departures.ts";
import { MeterReader } from "./sockets/meter-reader.ts";
import { Reception } from "./sockets/reception.ts";
import { SilenceWatch } from "./sockets/silence.ts";
import { Unfinished } from "./sockets/unfinished.ts";
import { Streams } from "./streams/streams.ts";
import { Folding } from "./telemetry/folding.ts";
import { Measurements } from "./telemetry/measurements.ts";
import { Waiting } from "./telemetry/waiting.ts";
import { type Rules, Turns } from "./turn/turns.ts";

export interface HubDependencies {
  store: Store;
  limits: BrokerLimits;
  directory: Directory;
  ended: (end: ConnectionEnd) => void;
  meter: Meter;
  log: Log;
  alarm: AlarmClock;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Ends every socket, whatever its client does; all that is written stays. */
  restart: (why: string) => Promise<void>;
  waitUntil: (work: Promise<unknown>) => void;
}

/** What counts and what waits: rooms that know no other. */
function ground({ store, limits, clock, log, alarm, ended, meter }: HubDependencies) {
  const deadlines = new Deadlines(alarm, clock, (what, error) => log.error(what, error));
  const rights = new RightsInForce(store);
  const refusals = new RefusalLog(store, rights.principal, log);
  const journal = new Journal(store, new EventAllowance(limits));
  const connections = new Connections(store);
  const meterReader = new MeterReader(meter, connections, () => log.account);
  return {
    store,
    limits,
    log,
    deadlines,
    rights,
    refusals,
    journal,
    connections,
    allowance: new Allowance(limits),
    penalties: new Penalties(store, refusals, clock, log),
    departures: new Departures(store.fragments, log),
    connectionLog: new ConnectionLog((end, connection) => {
      ended({ account: log.account, ...end });
      meterReader.ended(connection, clock());
    }),
    meterReader,
    silence: new SilenceWatch({ connections, limits, wakeAt: deadlines.require }),
    unfinished: new Unfinished(),
    discovered: new DiscoveredList({ store, limits }),
    queues: new Queues({ store, limits, connections }),
    wakeAt: deadlines.require,
  };
}

type Ground = ReturnType<typeof ground> & { turns: Turns<Connection> };

function messages(base: Ground) {
  const router = new Router(base);
  const outbound = new Outbound(base);
  const tours = new Tours({ ...base, router, outbound });
  const folding = new Folding(base);
  const waiting = new Waiting({ ...base, folding });
  const measurements = new Measurements({ ...base, waiting });
  const routes = new TopicRoutes({ ...base, router });
  const acceptance = new Acceptance({ ...base, routes, measurements });
  const messaging = { router, outbound, tours, folding, waiting, measurements, routes, acceptance };
  const devices = switches({ ...base, ...messaging });
  const streams = new Streams(base);
  const fanOut = new FanOut({ ...base, ...messaging, ...devices });
  const pipeline = new Pipeline({ ...base, ...messaging, ...devices, fanOut });
  return { ...messaging, ...devices, streams, fanOut, pipeline };
}

/** Devices: their commands, their state, and their announcements to Home Assistant. */
function switches(base: Ground & { outbound: Outbound; folding: Folding }) {
  const commands = new Commands(base);
  const ownWords = new OwnWords(base);
  const reach = new Reach(base);
  const statuses = new Statuses({ ...base, ownWords, reach });
  const announcements = new Announcements({ ...base, ownWords });
  const habits = new Habits({ ...base, announcements });
  const switching = new Switching({ ...base, commands, statuses, reach });
  const switchOffs = new SwitchOffs({ ...base, commands });
  const schedules = new Schedules({ ...base, commands, switchOffs, reach });
  const accepted = new AcceptedCommands({ ...base, switching, statuses });
  const metrics = new MetricsReader({ ...base, reach });
  const found = new FoundDevices({ ...base, accepted, commands, ownWords, statuses, switching, reach });
  return {
    commands,
    statuses,
    announcements,
    habits,
    reach,
    metrics,
    found,
    switching,
    schedules,
    switchOffs,
    accepted,
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
    follow: (review) => follower.follow(review) && shutOut(review, base.connections, reception),
  });
  const reception = new Reception({
    ...base,
    fragments: base.store.fragments,
    clock,
    restart: () => waitUntil(restart("A client goes on sending after its end.")),
  });
  const admission = new Admission({
    ...base,
    ...{ log: deps.log, contextOf, follower, lifecycle, dueSessions, changes },
    judge: new Judge({
      rights: base.store.rightsCopy,
      secrets: directory,
      userId: () => base.store.meta.get("userId"),
      clock,
    }),
    resume: (connection) => reception.resume(connection),
  });
  return {
    lifecycle,
    dueSessions,
    contextOf,
    changes,
    reception,
    messages: new MessageCalls({ ...base, changes, clock }),
    authenticate: (connection: Connection, effect: Extract<Effect, { type: "authenticate" }>) =>
      waitUntil(timed(base, admission.authenticate(connection, effect))),
  };
}

function timed({ turns, meterReader }: Ground, answer: Promise<void>): Promise<void> {
  const asked = turns.now;
  return answer.finally(() => meterReader.answered(turns.now - asked));
}

export type Rooms = Ground & ReturnType<typeof messages> & ReturnType<typeof people>;

export function openRooms(deps: HubDependencies): Rooms {
  const base = ground(deps);
  // a plan goes on with rooms that can only be built once there are turns
  const rules: Rules<Connection> = {
    ...{ step: unready, obey: unready, publish: unready, settled: unready, failed: unready },
  };
  const turns = new Turns<Connection>(rules, {
    ...deps,
    transaction: (work) => {
      base.store.rows.look(turns.now);
      base.store.transaction(work);
    },
    distrust: () => deps.waitUntil(deps.restart("Memory could not follow what was written.")),
  });
  const withMessages = { ...base, turns, ...messages({ ...base, turns }) };
  const rooms: Rooms = { ...withMessages, ...people(withMessages, deps) };
  const { contextOf } = rooms;
  rules.step = ({ now }, connection, input) =>
    step(connection.planned ?? connection.session, input, contextOf(connection, now));
  rules.obey = obeying(rooms);
  rules.publish = rooms.pipeline.publish;
  rules.settled = afterTurns(rooms);
  rules.failed = () => {
    rooms.meterReader.failed();
    rooms.tours.lookAgain();
    rooms.deadlines.lookAgain();
  };
  return rooms;
}

const unready = (): never => {
  throw new Error("The rooms are not open yet.");
};
