import { controlTopic, displayTopic, telemetryTopic } from "../../../../broker/contract/topics.ts";
import { virtualClientId } from "../../lib/random.ts";
import { createStore, type Store } from "../../lib/store.ts";
import { brokerUrl } from "../../live/broker-url.ts";
import { type ConnectionHandlers, openConnection } from "../../live/connection.ts";
import { CurrentConnection, reasonOf } from "../../live/current-connection.ts";
import { type BoardEvent, type BoardState, happened, newBoard, reportOf } from "./board-state.ts";

export interface BoardLogin {
  userId: string;
  deviceId: string;
  /** The device's login: device id, colon, the credential's username. */
  username: string;
  password: string;
}

const RETRY_SECONDS = [1, 2, 5, 10, 30];
/** Errors for which a retry is useless: the broker refuses the login. */
const REFUSAL = /refused|not authori[sz]ed|bad user/i;

export class Board {
  readonly state: Store<BoardState> = createStore(newBoard);
  readonly #current = new CurrentConnection(openConnection);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #login: BoardLogin | undefined;

  /** `lit`: as it was when it was last connected. */
  powerOn(login: BoardLogin, lit = false): void {
    this.#abandon();
    if (lit) this.#happen({ type: "resumed" });
    this.#login = login;
    this.#failures = 0;
    void this.#connect(login);
  }

  powerOff(): void {
    this.#abandon();
    if (this.state.get().phase !== "off") this.#happen({ type: "powered off" });
  }

  freeze(frozen: boolean): void {
    if (!this.#current.standing) return;
    this.#current.standing.hold(frozen);
    this.#happen({ type: "frozen", frozen });
  }

  /** Publishes readings, and the values of its controls, at QoS 0, because the next one follows soon. A frozen or disconnected board sends none. */
  tell(payload: string): void {
    const { standing } = this.#current;
    if (!standing || !this.#login || this.state.get().frozen) return;
    const { userId, deviceId } = this.#login;
    const topic = telemetryTopic(userId, deviceId);
    // a lost connection is reported by its own callback
    standing.publish(topic, payload).then(
      () => this.#happen({ type: "received", topic: displayTopic(userId, topic), payload }),
      () => {},
    );
  }

  #happen(event: BoardEvent): void {
    this.state.set(happened(this.state.get(), event, Date.now()));
  }

  #abandon(): void {
    clearTimeout(this.#timer);
    this.#current.giveUp();
  }

  #comeBack(login: BoardLogin, reason: string): void {
    const retryInSeconds = RETRY_SECONDS[Math.min(this.#failures, RETRY_SECONDS.length - 1)] ?? 1;
    this.#failures += 1;
    this.#happen({ type: "lost", reason, retryInSeconds });
    this.#timer = setTimeout(() => void this.#connect(login), retryInSeconds * 1_000);
  }

  async #connect(login: BoardLogin): Promise<void> {
    const { userId, deviceId, username, password } = login;
    const url = brokerUrl(userId, window.location);
    const clientId = virtualClientId();
    const handlers: ConnectionHandlers = {
      onMessage: ({ topic, payload }) => {
        const control = topic === controlTopic(userId, deviceId);
        this.#happen({ type: "message", topic: displayTopic(userId, topic), payload, control });
        const report = control ? reportOf(payload) : null;
        if (report !== null) this.tell(report);
      },
      onLost: (reason) => this.#comeBack(login, reason),
    };
    this.#happen({ type: "connecting", to: url });
    try {
      await this.#current.open({ url, clientId, username, password }, handlers, async () => {
        this.#failures = 0;
        this.#happen({ type: "connected", as: username });
      });
    } catch (error) {
      const reason = reasonOf(error);
      if (REFUSAL.test(reason)) this.#happen({ type: "refused", reason });
      else this.#comeBack(login, reason);
    }
  }
}
