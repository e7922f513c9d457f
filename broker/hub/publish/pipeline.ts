/**
 * The path of a PUBLISH:
 *
 * 1. `socket/ingress.ts` counts the frame, and `codec/decoder.ts` makes packets of it.
 * 2. Each packet is a turn (`turn/turns.ts`). `session/publish.ts` authorises it, applies the rate limits, and asks
 *    `acceptance.ts` whether it can be taken. Its effects are `route` and, at QoS 1, the PUBACK.
 * 3. `Pipeline.publish` looks up what the topic means (`topic-route.ts`), runs the stages that the route names, and hands
 *    the message to the subscribers (`fan-out.ts`, `delivery/outbound.ts`, `session/deliver.ts`).
 * 4. The turn commits, and `socket/egress.ts` sends the packets.
 *
 * Messages of the broker itself join at 3, through `Plan.publish`.
 */

import type { Message } from "../../session/message.ts";
import type { TurnPlan } from "../socket/connection.ts";
import type { Author } from "../turn/plan.ts";
import type { FanOut } from "./fan-out.ts";
import {
  type BirthDependencies,
  birthStage,
  type CommandStageDependencies,
  commandStage,
  type DiscoveredStageDependencies,
  discoveredStage,
  type RetainedDependencies,
  retainedStage,
  type SeriesDependencies,
  seriesStage,
} from "./stages.ts";
import type { TopicRoutes } from "./topic-route.ts";

export interface PipelineDependencies
  extends Omit<BirthDependencies, "deliver">,
    CommandStageDependencies,
    DiscoveredStageDependencies,
    RetainedDependencies,
    SeriesDependencies {
  routes: TopicRoutes;
  fanOut: FanOut;
}

export class Pipeline {
  readonly #routes: TopicRoutes;
  readonly #fanOut: FanOut;
  readonly #command: ReturnType<typeof commandStage>;
  readonly #series: ReturnType<typeof seriesStage>;
  readonly #discovered: ReturnType<typeof discoveredStage>;
  readonly #birth: ReturnType<typeof birthStage>;
  readonly #retained: ReturnType<typeof retainedStage>;

  constructor(deps: PipelineDependencies) {
    const { routes, fanOut } = deps;
    this.#routes = routes;
    this.#fanOut = fanOut;
    this.#command = commandStage(deps);
    this.#series = seriesStage(deps);
    this.#discovered = discoveredStage(deps);
    const deliver = (plan: TurnPlan, message: Message): void =>
      fanOut.deliver(plan, { message, from: 0, command: null }, routes.of(message.topic));
    this.#birth = birthStage({ ...deps, deliver });
    this.#retained = retainedStage(deps);
  }

  /**
   * `from` is the publisher's session, 0 for the broker. Returns the id of the command, or null for any other message.
   */
  publish = (plan: TurnPlan, given: Message, from: number, by?: Author): number | null => {
    const route = this.#routes.of(given.topic);
    // a command is never retained: a new subscription must not switch a device
    const message = given.retain && route.command !== null ? { ...given, retain: false } : given;
    const publication = { message, from, by, command: null };
    if (route.command !== null) this.#command(plan, publication, route);
    if (route.series !== null) this.#series(plan, publication, route);
    if (route.discovered !== null) this.#discovered(plan, publication, route);
    if (route.isBirth) this.#birth(plan, publication);
    if (route.targets.length + route.groups.length > 0) this.#fanOut.deliver(plan, publication, route);
    // after the fan-out, which sends the previous retained message to readers that still await it
    if (message.retain) this.#retained(plan, publication);
    return publication.command;
  };
}
