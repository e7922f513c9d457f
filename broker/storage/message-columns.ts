/** An application message as columns: properties as text, the payload as bytes. */

import { readable } from "../contract/json.ts";
import type { MessageProperties } from "../session/packet.ts";
import { propertiesColumn } from "./shapes.ts";

/** Empty for a message without properties. */
export function propertiesText({ correlationData, ...texts }: MessageProperties): string {
  if (correlationData === undefined && Object.keys(texts).length === 0) return "";
  if (correlationData === undefined) return propertiesColumn.write(texts);
  return propertiesColumn.write({ ...texts, correlation: btoa(String.fromCharCode(...correlationData)) });
}

export function propertiesFrom(text: string): MessageProperties {
  if (text === "") return {};
  // a row that cannot be read loses its properties, not its message
  const { correlation, ...texts } = readable(propertiesColumn, text) ?? {};
  if (correlation === undefined) return texts;
  return { ...texts, correlationData: Uint8Array.from(atob(correlation), (char) => char.charCodeAt(0)) };
}

/** Copies the bytes: SQLite would store the whole buffer behind a view. */
export const blob = (bytes: Uint8Array): ArrayBuffer => bytes.slice().buffer as ArrayBuffer;
