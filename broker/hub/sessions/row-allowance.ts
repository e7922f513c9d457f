/** Which messages may still come when the account has written all the rows of a day: those that need none. */

import type { Message } from "../../protocol/message.ts";
import type { Store } from "../../storage/store.ts";
import type { ControlMessages } from "../delivery/control-messages.ts";
import type { FanOut } from "../delivery/fan-out.ts";
import type { FoundDevices } from "../devices/found.ts";

interface RowAllowanceDependencies {
  store: Store;
  control: ControlMessages;
  fanOut: FanOut;
  found: FoundDevices;
}

export class RowAllowance {
  readonly #deps: RowAllowanceDependencies;

  constructor(deps: RowAllowanceDependencies) {
    this.#deps = deps;
  }

  /** Asked for each message, so the sum comes first. */
  has = (message: Message, now: number): boolean =>
    !this.#deps.store.rows.isOver(now) || !this.#needsRows(message);

  #needsRows(message: Message): boolean {
    const { store, control, fanOut, found } = this.#deps;
    const { topic, qos, retain } = message;
    if (retain || qos === 2 || control.isFor(topic) || found.listensTo(topic)) return true;
    if (qos === 0) return false;
    const isMeasured = store.rightsCopy.measuredBy(store.meta.get("userId"), topic).length > 0;
    return isMeasured || fanOut.needsRows(topic);
  }
}
