/** An application message in columns: text where it is text, the payload as it came. */

import type { MessageProperties } from "../protocol/packet.ts";

/** Correlation data is binary: in the text of the properties it stands in base64. */
export function propertiesText(properties: MessageProperties): string {
  const { correlationData, ...rest } = properties;
  if (correlationData === undefined) return Object.keys(rest).length === 0 ? "" : JSON.stringify(rest);
  return JSON.stringify({ ...rest, correlation: btoa(String.fromCharCode(...correlationData)) });
}

export function propertiesFrom(text: string): MessageProperties {
  if (text === "") return {};
  const { correlation, ...rest } = JSON.parse(text) as MessageProperties & { correlation?: string };
  if (correlation === undefined) return rest;
  return { ...rest, correlationData: Uint8Array.from(atob(correlation), (char) => char.charCodeAt(0)) };
}

/** SQLite keeps a view's whole buffer unless it is cut out. */
export const blob = (bytes: Uint8Array): ArrayBuffer => bytes.slice().buffer as ArrayBuffer;
