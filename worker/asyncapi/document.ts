/** The part of AsyncAPI 3.0 that the document uses, with version 0.2.0 of the MQTT bindings. */

import type { JsonSchema } from "../reference/document.ts";

export interface ComponentRef {
  $ref: string;
}

export type AsyncApiDocument = {
  asyncapi: "3.0.0";
  id: string;
  info: {
    title: string;
    version: string;
    description: string;
    contact: { name: string; email: string };
    externalDocs?: { url: string };
  };
  defaultContentType: string;
  servers: Record<string, MqttServer>;
  channels: Record<string, MqttChannel>;
  operations: Record<string, MqttOperation>;
  components: { securitySchemes: Record<string, SecurityScheme>; messages: Record<string, MqttMessage> };
};

export interface MqttServer {
  host: string;
  pathname?: string;
  protocol: string;
  protocolVersion: string;
  title: string;
  description: string;
  security: ComponentRef[];
  bindings: { mqtt: object };
}

interface MqttChannel {
  /** Null where a topic cannot be written as an address. */
  address: string | null;
  title: string;
  description?: string;
  tags: { name: string }[];
  messages: { message: MqttMessage | ComponentRef };
}

export interface MqttMessage {
  title: string;
  contentType?: string;
  payload: JsonSchema;
}

export interface MqttOperation {
  action: TopicAction;
  title: string;
  channel: ComponentRef;
  messages: ComponentRef[];
  security: ComponentRef[];
  bindings: { mqtt: { qos: number; retain?: boolean; bindingVersion: string } };
}

export type TopicAction = "send" | "receive";

export type SecurityScheme =
  | { type: "userPassword"; description: string }
  | { type: "apiKey"; in: "user" | "password"; description: string };

export const BINDING_VERSION = "0.2.0";
