/** The parts of an account that its AsyncAPI document describes. Topics are stored topics, with the account's prefix. */

import type { Control } from "../../broker/contract/controls.ts";
import type { Grant, View } from "../../broker/contract/grants.ts";
import type { LatestValue } from "../../broker/contract/telemetry.ts";
import type { Channel } from "../contract/channels.ts";

export interface DescribedAccount {
  userId: string;
  /** The view of the document's addresses. */
  view: View;
  broker: DescribedBroker;
  channels: readonly Channel[];
  devices: readonly DescribedDevice[];
  credentials: readonly DescribedCredential[];
  /** Whether lists were cut. */
  truncated: boolean;
  /** The URL of the web app; null when not set. */
  page: string | null;
  supportEmail: string;
}

export interface DescribedBroker {
  /** Where clients reach it; null when not known or not offered. */
  host: string | null;
  port: number | null;
  tlsPort: number | null;
  /** Without a path. */
  ws: string | null;
  maxQos: number;
  retain: boolean;
  maxPacketSize: number;
  /** Samples in a list; 0 for any number. */
  maxSamples: number;
}

export interface DescribedDevice {
  id: string;
  name: string;
  /** A discovered device logs in on its own, and publishes no telemetry. */
  found: boolean;
  values: readonly LatestValue[];
  controls: readonly Control[];
}

export interface DescribedCredential {
  id: string;
  name: string;
  username: string;
  serverMade: boolean;
  view: View;
  grants: readonly Grant[];
  device: string | null;
  topics: readonly string[];
}
