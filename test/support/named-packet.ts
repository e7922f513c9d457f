/** A packet with its name, clause and verdict, and helpers that write its bytes. */

import { bytes, type Version } from "./packet-bytes.ts";

export interface NamedPacket {
  name: string;
  /** As the version numbers it; a section where the statement has no number. */
  clause: string;
  version: Version;
  bytes: Uint8Array;
  /** Whether it is the first packet of a connection; otherwise it follows an accepted CONNECT. */
  first: boolean;
  /** Null for a well-formed packet. */
  refused: {
    /** MQTT 5: reason of the CONNACK or DISCONNECT; in 3.1.1 the connection is closed instead. */
    reason: number;
    /** Return code of a 3.1.1 CONNACK. */
    code311?: number;
    /** The packet does not reveal the version, so the connection is closed without a reply. */
    silent?: true;
  } | null;
}

export type Build = (version: Version) => Uint8Array;
type Refused = NamedPacket["refused"] | number;

const row = (name: string, clause: string, version: Version, build: Build, refused: Refused): NamedPacket => {
  const made = build(version);
  return {
    name,
    clause,
    version,
    bytes: made,
    first: ((made[0] ?? 0) & 0xf0) === 0x10,
    refused: typeof refused === "number" ? { reason: refused } : refused,
  };
};
export const v31 = (clause: string, name: string, build: Build, refused: Refused): NamedPacket[] => [
  row(name, clause, 3, build, refused),
];
export const v4 = (clause: string, name: string, build: Build, refused: Refused): NamedPacket[] => [
  row(name, clause, 4, build, refused),
];
export const v5 = (clause: string, name: string, build: Build, refused: Refused): NamedPacket[] => [
  row(name, clause, 5, build, refused),
];
export const both = (
  in4: string,
  in5: string,
  name: string,
  build: Build,
  refused: Refused,
): NamedPacket[] => [...v4(in4, name, build, refused), ...v5(in5, name, build, refused)];

export const hex = (digits: string): Uint8Array => bytes(digits);
export const OVERLONG = hex("c0af");
export const SURROGATE = hex("eda080");
export const NUL = hex("6100");
