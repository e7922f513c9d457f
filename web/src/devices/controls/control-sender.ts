import { createStore, type Store } from "../../lib/store.ts";
import { begin, type SwitchDelivery } from "../delivery.ts";
import { newThrottle, type ThrottledValue, throttled } from "./send-throttle.ts";

interface SenderState<V> {
  /** The user's value, until its command is answered; null: show the server's value. A drag is never moved by others. */
  held: V | null;
  /** How far the last command of this page has come, and its value. */
  sent: { value: V; delivery: SwitchDelivery } | null;
}

interface SenderPort<V> {
  /** Resolves when the broker accepted it; for a last value when the device took it or waiting is pointless. */
  send(of: ThrottledValue<V>): Promise<SwitchDelivery>;
  failed(error: unknown): void;
}

/** Sends the values of one control. It outlives its component: the last value is sent when the screen is left, too. */
export class ControlSender<V> {
  readonly state: Store<SenderState<V>> = createStore<SenderState<V>>({ held: null, sent: null });
  readonly #port: SenderPort<V>;
  #throttle = newThrottle<V>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The newest change. Answers to earlier ones are ignored. */
  #latest: symbol | null = null;

  constructor(port: SenderPort<V>) {
    this.#port = port;
  }

  /** `isLast`: the slider was released, or the value was chosen at once. */
  change(value: V, isLast: boolean): void {
    this.#latest = Symbol();
    this.state.set({ ...this.state.get(), held: value });
    this.#step({ type: "changed", value, isLast });
  }

  #step(event: Parameters<typeof throttled<V>>[1]): void {
    clearTimeout(this.#timer);
    const { throttle, send, dueInMs } = throttled(this.#throttle, event, performance.now());
    this.#throttle = throttle;
    if (dueInMs !== null) this.#timer = setTimeout(() => this.#step({ type: "due" }), dueInMs);
    if (send !== null) void this.#send(send);
  }

  async #send(of: ThrottledValue<V>): Promise<void> {
    const latest = this.#latest;
    const { value, isLast } = of;
    // Of a delivery only its phase is shown: the command of a control has no state of its own.
    this.state.set({ ...this.state.get(), sent: { value, delivery: begin("on") } });
    try {
      const delivery = await this.#port.send(of);
      if (this.#latest === latest) this.state.set({ held: isLast ? null : value, sent: { value, delivery } });
    } catch (error) {
      if (this.#latest === latest && isLast) this.state.set({ held: null, sent: null });
      // The last value follows, and reports a failure.
      if (isLast) this.#port.failed(error);
    }
    if (!isLast) this.#step({ type: "answered" });
  }
}
