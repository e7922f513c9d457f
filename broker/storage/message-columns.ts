/** An application message in columns: text where it is text, the payload as it came. */

import type { MessageProperties } from "../protocol/packet.ts";

type BinaryName = {
  [K in keyof MessageProperties]-?: Required<MessageProperties>[K] extends Uint8Array ? K : never;
}[keyof MessageProperties];

/** Where a binary property stands in the text of the properties, in base64. One without a row here does not compile. */
const IN_BASE64 = { correlationData: "correlation" } as const satisfies Record<BinaryName, string>;
const BINARY = Object.entries(IN_BASE64) as [BinaryName, (typeof IN_BASE64)[BinaryName]][];

type Stored = Omit<MessageProperties, BinaryName> & { [K in (typeof IN_BASE64)[BinaryName]]?: string };

export function propertiesText(properties: MessageProperties): string {
  if (Object.keys(properties).length === 0) return "";
  const stored: MessageProperties & Stored = { ...properties };
  for (const [name, place] of BINARY) {
    const bytes = stored[name];
    if (bytes !== undefined) stored[place] = btoa(String.fromCharCode(...bytes));
    delete stored[name];
  }
  return JSON.stringify(stored);
}

export function propertiesFrom(text: string): MessageProperties {
  if (text === "") return {};
  const stored = JSON.parse(text) as MessageProperties & Stored;
  for (const [name, place] of BINARY) {
    const base64 = stored[place];
    if (base64 !== undefined) stored[name] = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    delete stored[place];
  }
  return stored;
}

/** SQLite keeps a view's whole buffer unless it is cut out. */
export const blob = (bytes: Uint8Array): ArrayBuffer => bytes.slice().buffer as ArrayBuffer;
