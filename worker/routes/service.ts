/** About the service itself: no account needed. */

import { countUsers } from "../db/users.ts";
import { joinWaitlist as store } from "../db/waitlist.ts";
import { settings } from "../env.ts";
import type { Route } from "../http/call.ts";

export const health: Route<"health"> = {
  async act({ env }) {
    await env.DB.prepare("SELECT 1").first();
    return { status: "ok" };
  },
};

export const brokerInfo: Route<"brokerInfo"> = {
  async act({ env, url }) {
    const { broker } = settings(env);
    const scheme = url.protocol === "https:" ? "wss" : "ws";
    const port = Number(env.MQTT_TCP_PORT || 0);
    return {
      max_qos: broker.MQTT_MAX_QOS,
      retain: broker.MQTT_RETAIN,
      max_packet_size: broker.MQTT_MAX_PACKET_SIZE,
      url_template: `${scheme}://${url.host}/mqtt/{userId}`,
      tcp: port > 0 ? { host: env.MQTT_TCP_HOST || url.hostname, port } : null,
      support_email: env.SUPPORT_EMAIL,
    };
  },
};

export const countAccounts: Route<"countUsers"> = {
  async act({ env }) {
    const row = await countUsers(env.DB).first<{ total: number }>();
    return { total: row?.total ?? 0, max: settings(env).limits.MAX_USERS };
  },
};

export const joinWaitlist: Route<"joinWaitlist"> = {
  async act({ env, body, now }) {
    await store(env.DB, body.email, now);
    return { email: body.email };
  },
};
