/** PURE. The AsyncAPI document of an account. */

import { accountPrefix, displayTopic } from "../../broker/contract/topics.ts";
import { VERSION } from "../contract/version.ts";
import type { DescribedAccount } from "./account.ts";
import {
  type AsyncApiDocument,
  BINDING_VERSION,
  type ComponentRef,
  type MqttOperation,
  type MqttServer,
  type TopicAction,
} from "./document.ts";
import { type DescribedLogin, loginsOf, refsOf } from "./logins.ts";
import { deviceMessages } from "./messages.ts";
import { type DescribedTopic, topicsOf } from "./topics.ts";

// The addresses of the broker. They come from the configuration, never from a request.

function serversOf(
  { userId, broker }: DescribedAccount,
  security: ComponentRef[],
): Record<string, MqttServer> {
  const { host, port, tlsPort, ws, maxPacketSize } = broker;
  const mqtt = {
    // two connections with one client id disconnect each other
    clientId: "YOUR_CLIENT_ID",
    cleanSession: true,
    keepAlive: 60,
    maximumPacketSize: maxPacketSize,
    bindingVersion: BINDING_VERSION,
  };
  const server = (protocol: string, title: string, at: string, pathname?: string): MqttServer => ({
    host: at,
    ...(pathname !== undefined && { pathname }),
    protocol,
    protocolVersion: "5.0",
    title,
    description: "Also MQTT 3.1.1 and 3.1. Give each connection its own client id.",
    security,
    bindings: { mqtt },
  });
  const address = ws === null ? null : new URL(ws);
  return {
    ...(address && {
      websocket: server(
        address.protocol.slice(0, -1),
        "MQTT over WebSocket",
        address.host,
        `/mqtt/${userId}`,
      ),
    }),
    ...(host && port && { tcp: server("mqtt", "MQTT over TCP", `${host}:${port}`) }),
    ...(host && tlsPort && { tls: server("mqtts", "MQTT over TLS", `${host}:${tlsPort}`) }),
  };
}

export function asyncapiDocument(account: DescribedAccount): AsyncApiDocument {
  const { userId, page, supportEmail } = account;
  const all = loginsOf(account);
  // a login sees the topics of its view only
  const logins = all.filter(({ view }) => view === account.view);
  const topics = topicsOf(account);
  return {
    asyncapi: "3.0.0",
    id: `urn:uuid:${userId}`,
    info: {
      title: "MQTT of a Switchyard account",
      version: VERSION,
      description: wordsOf(account),
      contact: { name: "Support", email: supportEmail },
      ...(page !== null && { externalDocs: { url: `${page}/docs` } }),
    },
    defaultContentType: "application/json",
    servers: serversOf(account, refsOf(logins)),
    channels: Object.fromEntries(topics.map((topic) => [topic.key, channelOf(topic, account)])),
    operations: Object.fromEntries(topics.flatMap((topic) => operationsOf(topic, account, logins))),
    components: {
      securitySchemes: Object.fromEntries(all.map(({ key, scheme }) => [key, scheme])),
      messages: deviceMessages(),
    },
  };
}

const OTHER = { account: "root", root: "account" } as const;

function wordsOf({ userId, view, truncated }: DescribedAccount): string {
  const prefix = accountPrefix(userId);
  const other = `\`/v0/asyncapi.json?view=${OTHER[view]}\` describes those.`;
  const paragraphs = [
    "Operations are those of a client: `send` publishes, `receive` subscribes. Each names the logins that may do it. Passwords are not included.",
    view === "account"
      ? `Addresses are in account view: they begin with \`${prefix}\`. Logins in root view use them without it; ${other}`
      : `Addresses are in root view. Logins in account view use them with \`${prefix}\` in front; ${other}`,
    ...(truncated ? ["The account has more than this document: lists are cut."] : []),
  ];
  return paragraphs.join("\n\n");
}

/**
 * Braces in an address would be an expression (AsyncAPI 3.0.0, "Channel Address Expressions"), and `?` and `#` would
 * begin a query and a fragment, which an address has none of ("Channel Object"). Escapes would name another topic.
 */
const isPlainAddress = (topic: string): boolean => !/[{}?#]/.test(topic);

function channelOf({ topic, title, description, tag, message }: DescribedTopic, account: DescribedAccount) {
  const address = account.view === "root" ? displayTopic(account.userId, topic) : topic;
  const isPlain = isPlainAddress(address);
  const words = [
    ...(description === undefined ? [] : [description]),
    ...(isPlain ? [] : [`Topic: ${address}`]),
  ];
  return {
    address: isPlain ? address : null,
    title,
    ...(words.length > 0 && { description: words.join("\n\n") }),
    tags: [{ name: tag }],
    messages: { message },
  };
}

function operationsOf(
  topic: DescribedTopic,
  { broker }: DescribedAccount,
  logins: readonly DescribedLogin[],
): [string, MqttOperation][] {
  const channel = `#/channels/${topic.key}`;
  // acknowledged messages survive a crash
  const qos = Math.min(1, broker.maxQos);
  return Object.entries(topic.actions).map(([name, title]) => {
    const action = name as TopicAction;
    const retain = action === "send" ? false : topic.retain;
    return [
      `${topic.key}-${action}`,
      {
        action,
        title,
        channel: { $ref: channel },
        messages: [{ $ref: `${channel}/messages/message` }],
        security: refsOf(logins.filter((login) => login.may(action, topic))),
        bindings: { mqtt: { qos, retain, bindingVersion: BINDING_VERSION } },
      },
    ];
  });
}
