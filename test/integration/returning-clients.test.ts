/**
 * Clients come back by themselves after each refusal that passes: real programs with the defaults of their libraries, on
 * every way to the product. None of them comes back after a CONNACK with an error, and none tries more often than its
 * library documents.
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  Fleet,
  type Member,
  type MemberSpec,
  nameOf,
  type Outcomes,
  type WayName,
} from "../support/returning-fleet.ts";
import { MQTT_JS, RETURNING_PROGRAMS, type ReturningProgram } from "../support/returning-programs.ts";
import { until } from "../support/until.ts";

const on = (ways: readonly WayName[], programs: readonly ReturningProgram[]): MemberSpec[] =>
  programs.flatMap((program) => ways.map((way) => ({ program, way })));

const ofTransport = (transport: "tcp" | "ws") =>
  RETURNING_PROGRAMS.filter((program) => program.transport === transport);

const SPECS: readonly MemberSpec[] = [
  ...on(["TCP", "bridge"], ofTransport("tcp")),
  ...on(["WebSocket", "own address"], ofTransport("ws")),
  ...on(["bridge to its own address"], MQTT_JS.slice(0, 1)),
];
const PRESENT = SPECS.filter(({ program }) => program.missing() === null);
const ABSENT = SPECS.filter((spec) => !PRESENT.includes(spec));

let fleet: Fleet;
beforeAll(async () => {
  fleet = await Fleet.start(PRESENT);
}, 300_000);
afterAll(() => fleet.stop());

/** The second try shows that a refusal does not end the client. */
const REFUSED_TRIES = 2;
/** For the libraries that double their waits, on a slow machine. */
const REFUSED_WITHIN_MS = 90_000;

/** The account's own address needs no database: the object has a copy of the rights. */
const needsDatabase = ({ way }: MemberSpec): boolean => !way.endsWith("own address");
const always = (): boolean => true;

interface Reason {
  text: string;
  begin: () => ReturnType<Fleet["loseRuntime"]>;
  refuses: (spec: MemberSpec) => boolean;
  /** Whose count of refusals the owner's log has. */
  limit?: string;
  /** Libraries that double their waits are back after two minutes. */
  isLong?: true;
}

const isAll = process.env.TEST_ALL !== undefined;
const REASONS: readonly Reason[] = [
  {
    text: "its account was full",
    begin: () => fleet.fillAccounts(),
    refuses: always,
    limit: "MQTT_MAX_CONNECTIONS",
  },
  { text: "the database was away", begin: () => fleet.loseDatabase(), refuses: needsDatabase },
  { text: "the runtime was killed", begin: () => fleet.loseRuntime(), refuses: always },
  {
    text: "it connected too often",
    begin: () => fleet.exceedRate(),
    refuses: always,
    limit: "MQTT_CONNECT_RATE",
    isLong: true,
  },
];

describe.each(REASONS.filter(({ isLong }) => isAll || isLong === undefined))(
  "after $text",
  ({ begin, refuses, limit }) => {
    let outcomes: Outcomes;
    const counted = new Map<string, number>();
    const refused = (members: readonly Member[]) =>
      Promise.all(
        members
          .filter(refuses)
          .map((member) =>
            until(
              `two tries of ${nameOf(member)}`,
              () => member.gate.connections >= REFUSED_TRIES,
              REFUSED_WITHIN_MS,
            ),
          ),
      );

    beforeAll(async () => {
      outcomes = await fleet.outage(begin, refused);
      if (limit === undefined) return;
      for (const [name, member] of fleet.members) counted.set(name, await member.refusedFor(limit));
    }, 600_000);

    it.each(PRESENT.map(nameOf))("%s is back by its own waits, at its first try", (name) => {
      const {
        connections = 0,
        mostConnections,
        connectionsAfter,
        mostConnectionsAfter,
      } = outcomes.get(name) ?? {};
      expect(connections).toBeLessThanOrEqual(mostConnections ?? 0);
      expect(connectionsAfter).toBeLessThanOrEqual(mostConnectionsAfter ?? 0);
      if (limit === undefined) return;
      // the product's own count
      expect(counted.get(name)).toBeGreaterThanOrEqual(REFUSED_TRIES - 1);
      expect(counted.get(name)).toBeLessThanOrEqual(connections + (connectionsAfter ?? 0));
    });

    for (const spec of ABSENT) it.skip(`${nameOf(spec)} (needs ${spec.program.missing()})`, () => {});
  },
);
