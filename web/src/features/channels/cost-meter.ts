/** Counts the messages of topics over a connection of its own, while a person decides whether to keep them. */

import { CostCounter } from "../../../../broker/contract/history-cost.ts";
import {
  type ConnectionOptions,
  type MqttConnection,
  openConnection,
  UNAUTHORIZED,
} from "../../live/connection.ts";
import { CurrentConnection, reasonOf } from "../../live/current-connection.ts";

export type MeterPhase = "off" | "connecting" | "counting" | "lost" | "refused";

export interface MeterView {
  phase: MeterPhase;
  counter: CostCounter;
  /** When it began to count. Milliseconds since 1970. */
  begun: number;
}

type Line = Pick<MqttConnection, "close" | "subscribe">;
type Open = ConstructorParameters<typeof CurrentConnection<Line>>[0];

const RETRY_MS = 2_000;

/** `+` fills its level, and `#` is the last one [MQTT-4.7.1-1, 4.7.1-2]. False for a half-typed filter. */
export const isFilter = (text: string): boolean =>
  text !== "" &&
  text.split("/").every((level, at, all) => {
    if (level === "#") return at === all.length - 1;
    return level === "+" || !/[+#\0]/.test(level);
  });

export class CostMeter {
  view: MeterView;
  readonly #current: CurrentConnection<Line>;
  readonly #options: ConnectionOptions;
  readonly #now: () => number;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ConnectionOptions, open: Open = openConnection, now: () => number = Date.now) {
    this.#options = options;
    this.#current = new CurrentConnection(open);
    this.#now = now;
    this.view = this.#anew("off");
  }

  #anew(phase: MeterPhase): MeterView {
    const begun = this.#now();
    return { phase, begun, counter: new CostCounter(begun) };
  }

  /** Counts anew with these filters, as in root view. */
  async measure(filters: string[]): Promise<void> {
    this.stop();
    if (filters.length === 0) return;
    this.view = this.#anew("connecting");
    const lose = () => {
      this.view.phase = "lost";
      this.#retry = setTimeout(() => void this.measure(filters), RETRY_MS);
    };
    try {
      const granted = await this.#current.open(
        this.#options,
        {
          onMessage: ({ qos, bytes }) => this.view.counter.add({ qos, bytes, at: this.#now() }),
          onLost: lose,
        },
        // at QoS 2 each message keeps its own QoS; retained messages of earlier times are left out
        (line) => line.subscribe(filters, 2, false),
      );
      if (granted !== null) this.view = this.#anew("counting");
    } catch (error) {
      if (reasonOf(error) === UNAUTHORIZED) this.view.phase = "refused";
      else lose();
    }
  }

  stop(): void {
    clearTimeout(this.#retry);
    this.#current.giveUp();
    this.view = this.#anew("off");
  }
}
