/** The JSON columns of the account's object, each with its schema. */

import * as z from "zod";
import {
  Arrival,
  BeganConnection,
  StoredAllowed,
  StoredMistake,
  StoredRefusal,
} from "../contract/account.ts";
import { ControlSet, WantedValues } from "../contract/controls.ts";
import { Grant, PROFILES } from "../contract/grants.ts";
import { jsonColumn, stored } from "../contract/json.ts";
import type { OwnLimits } from "../contract/limits.ts";
import { DeviceSchedule } from "../contract/schedule.ts";
import { SeriesRights } from "../contract/telemetry.ts";
import type { TelemetryValue } from "../history/readings.ts";
import { DeviceRights, LoginRow } from "../ports.ts";
import type { Principal } from "../routing/access.ts";
import type { ConnectedClient } from "../session/session.ts";

const text = z.string();
const count = z.number();
const texts = z.array(text);
const grants = z.array(Grant).exactOptional();
const root = z.literal("root").exactOptional();

const credential = { credentialId: text, secretVersion: count, topics: texts, grants, view: root };
const PrincipalRow: z.ZodType<Principal> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("api-key"), keyId: text, view: root }),
  z.object({
    kind: z.literal("token"),
    tokenId: text,
    grants: z.array(Grant),
    controls: texts,
    view: z.literal("root"),
    until: count.exactOptional(),
    guest: z.literal(true).exactOptional(),
    details: text.exactOptional(),
  }),
  z.object({ kind: z.literal("credential"), ...credential }),
  z.object({
    kind: z.literal("device"),
    deviceId: text,
    ...credential,
    deviceTopics: texts,
    until: count.exactOptional(),
  }),
]);

const protocol = z.literal([3, 4, 5]);
const pair = z.tuple([count, count]);
const ClientRow: z.ZodType<ConnectedClient> = z.object({
  version: protocol,
  sessionId: count,
  principal: text,
  kind: z.enum(["api-key", "token", "credential", "device"]),
  id: text,
  shownClientId: text,
  since: count,
  keepAlive: count,
  receiveMaximum: count,
  maximumPacketSize: count,
  topicAliasMaximum: count,
  problemInformation: z.boolean(),
  sessionExpiry: count,
  root: text.exactOptional(),
  bridge: z.literal(true).exactOptional(),
  until: count.exactOptional(),
  profile: z.enum(PROFILES),
});

/** A header set by the worker, not a column. */
export const statedArrival = stored(Arrival);
/** The filters of a stream, in a header set by the worker. */
export const statedFilters = stored(texts);
/** Ids and names are columns of their own in the copy of the rights. */
export const loginColumn = jsonColumn(LoginRow);
export const deviceColumn = jsonColumn(DeviceRights.omit({ deviceId: true }));
export const sessionColumn = jsonColumn(z.object({ until: count }));
export const seriesColumn = jsonColumn(SeriesRights.omit({ channelId: true }));
export const principalColumn = jsonColumn(PrincipalRow);
export const scheduleColumn = jsonColumn(DeviceSchedule);
export const refusalColumn = jsonColumn(StoredRefusal);
export const mistakeColumn = jsonColumn(StoredMistake);
export const allowedColumn = jsonColumn(StoredAllowed);
export const setColumn = jsonColumn(ControlSet);
export const wantedColumn = jsonColumn(WantedValues);
export const beganColumn = jsonColumn(BeganConnection);
/** A number, text or boolean as JSON, without a wrapper: it has no other shape. */
export const storedValue = stored<TelemetryValue>(z.union([z.number(), z.boolean(), z.string()]));
export const ownLimitsColumn = jsonColumn<OwnLimits>(z.record(text, count));
/** A will without its payload and properties, which have their own columns. */
export const willColumn = jsonColumn(
  z.object({ topic: text, qos: z.literal([0, 1, 2]), retain: z.boolean(), delay: count, properties: text }),
);
/** Binary properties are base64. */
export const propertiesColumn = jsonColumn(
  z.object({
    payloadFormatIndicator: z.literal([0, 1]).exactOptional(),
    messageExpiryInterval: count.exactOptional(),
    contentType: text.exactOptional(),
    responseTopic: text.exactOptional(),
    userProperties: z
      .array(z.tuple([text, text]).readonly())
      .readonly()
      .exactOptional(),
    correlation: text.exactOptional(),
  }),
);
/** A connected session that does not fit into its socket's attachment. */
export const connectedColumn = jsonColumn(
  z.object({
    client: ClientRow,
    inboundAliases: z.array(z.tuple([count, text])),
    outboundAliases: z.array(z.tuple([text, count])),
    resumed: z.boolean(),
    received: z.array(count),
    earlier: z.array(count).exactOptional(),
    inflight: z.array(count),
    commands: z.array(pair).exactOptional(),
    shared: z.array(count).exactOptional(),
    nextPacketId: count,
    backlog: z.boolean(),
  }),
);
export type PackedSession = ReturnType<typeof connectedColumn.read>;
