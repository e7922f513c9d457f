/** About the service itself: no account needed. */

import { brokerHealth } from "../account/health.ts";
import { countUsers } from "../db/users.ts";
import { joinWaitlist as store } from "../db/waitlist.ts";
import { apiUrl, settings } from "../env.ts";
import { brokersDown } from "../errors.ts";
import type { Route } from "../http/call.ts";

export const health: Route<"health"> = {
  async act({ env, now }) {
    await env.DB.prepare("SELECT 1").first();
    const status = await brokerHealth(env, now);
    if (status === "down") throw brokersDown();
    const { problems } = settings(env);
    return { status, ...(problems.length > 0 && { problems: [...problems] }) };
  },
};

export const brokerInfo: Route<"brokerInfo"> = {
  async act({ env }) {
    const { broker, limits } = settings(env);
    const address = apiUrl(env);
    const port = Number(env.MQTT_TCP_PORT || 0);
    const host = env.MQTT_TCP_HOST || (address && new URL(address).hostname);
    return {
      max_qos: broker.MQTT_MAX_QOS,
      retain: broker.MQTT_RETAIN,
      max_packet_size: broker.MQTT_MAX_PACKET_SIZE,
      url_template: address && `${address.replace(/^http/, "ws")}/mqtt/{userId}`,
      tcp: port > 0 && host ? { host, port } : null,
      limits: { devices: limits.MAX_DEVICES },
      support_email: env.SUPPORT_EMAIL,
    };
  },
};

export const countAccounts: Route<"countUsers"> = {
  async act({ env }) {
    return { total: await countUsers(env.DB), max: settings(env).limits.MAX_USERS };
  },
};

export const joinWaitlist: Route<"joinWaitlist"> = {
  async act({ env, body, now }) {
    await store(env.DB, body.email, now);
    return { email: body.email };
  },
};
