/** The composition root: joins the API, the broker and the broker's ports. */

import { BrokerObject, type Ports } from "../broker/object.ts";
import { createApp } from "./app.ts";
import { type Env, settings, throttleIsOff } from "./env.ts";
import { openTcp } from "./gateway/transports.ts";
import { runJobs } from "./jobs.ts";
import { accountName } from "./keys/digest.ts";
import { logConnection } from "./log.ts";
import { createNotifier } from "./notify/notifier.ts";
import { createDirectory } from "./ports/directory.ts";
import { createMeter } from "./ports/meter.ts";

export { ThrottleLog } from "./throttle/throttle-log.ts";

export class Broker extends BrokerObject<Env> {
  protected override ports(env: Env): Ports {
    const { broker, requestLog } = settings(env);
    const limits = throttleIsOff(env) ? { ...broker, READ_RATE: 0 } : broker;
    const ended: Ports["ended"] = (end) => logConnection(requestLog, end);
    return {
      directory: createDirectory(env),
      limits,
      ended,
      meter: createMeter(env),
      notifier: createNotifier(env),
      nameOf: accountName,
    };
  }
}

const app = createApp();

export default {
  fetch: (request, env, context) => app.fetch(request, env, context),
  connect: (socket, env) => openTcp(socket, env),
  async scheduled(event, env, context) {
    context.waitUntil(runJobs(env, event.scheduledTime));
  },
} satisfies ExportedHandler<Env>;
