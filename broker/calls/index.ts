/** The calls that an account's object serves for one caller, by noun. */

import { RpcTarget } from "cloudflare:workers";
import { AccountCalls } from "./account.ts";
import type { Act } from "./caller.ts";
import { ClientCalls } from "./clients.ts";
import { DeviceCalls } from "./devices.ts";
import { MessageCalls } from "./messages.ts";
import { ScheduleCalls } from "./schedules.ts";
import { SeriesCalls } from "./series.ts";
import { StreamCalls } from "./streams.ts";
import { WatchCalls } from "./watches.ts";

export class CallerCalls extends RpcTarget {
  readonly #act: Act;

  constructor(act: Act) {
    super();
    this.#act = act;
  }

  get account(): AccountCalls {
    return new AccountCalls(this.#act);
  }

  get clients(): ClientCalls {
    return new ClientCalls(this.#act);
  }

  get devices(): DeviceCalls {
    return new DeviceCalls(this.#act);
  }

  get messages(): MessageCalls {
    return new MessageCalls(this.#act);
  }

  get schedules(): ScheduleCalls {
    return new ScheduleCalls(this.#act);
  }

  get series(): SeriesCalls {
    return new SeriesCalls(this.#act);
  }

  get streams(): StreamCalls {
    return new StreamCalls(this.#act);
  }

  get watches(): WatchCalls {
    return new WatchCalls(this.#act);
  }
}
