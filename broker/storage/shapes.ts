/** The JSON columns of the account's object, each with its schema. */

import * as z from "zod";
import type { Arrival, PastConnection, Remedy, StoredRefusal } from "../contract/account.ts";
import type { DiscoveredSwitch } from "../contract/discovered.ts";
import { PROFILES, VIEWS } from "../contract/grants.ts";
import { jsonColumn, stored } from "../contract/json.ts";
import type { OwnLimits } from "../contract/limits.ts";
import { type DeviceSchedule, MISSED, SUN_TIMES } from "../contract/schedule.ts";
import type { SeriesRights } from "../contract/telemetry.ts";
import type { TelemetryValue } from "../history/readings.ts";
import type { DeviceRights, LoginRights } from "../ports.ts";
import type { Principal } from "../routing/access.ts";
import type { ConnectedClient } from "../session/session.ts";

const text = z.string();
const count = z.number();
const texts = z.array(text);
const Grant = z.object({ filter: text, publish: z.boolean(), subscribe: z.boolean() });
const grants = z.array(Grant).exactOptional();
const root = z.literal("root").exactOptional();

/** Ids and names are columns of their own in the copy of the rights. */
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

const LoginRow: z.ZodType<Without<LoginRights, "id" | "name">> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("api-key") }),
  z.object({ kind: z.literal("token"), label: text, scopes: texts, until: count.nullable() }),
  z.object({
    kind: z.literal("credential"),
    secret: text,
    secretVersion: count,
    topics: texts,
    label: text.exactOptional(),
    view: z.enum(VIEWS).exactOptional(),
    grants,
    deviceId: text.exactOptional(),
    earlier: z.object({ secret: text, until: count }).exactOptional(),
  }),
  z.object({ kind: z.literal("link"), secret: text, deviceId: text, until: count }),
]);

const path = texts;
const found: z.ZodType<DiscoveredSwitch & { place: string }> = z.object({
  place: text,
  commandTopic: text,
  payloadOn: text,
  payloadOff: text,
  retain: z.boolean(),
  state: z.object({ topic: text, path, on: text, off: text }).nullable(),
  availability: z.array(z.object({ topic: text, path, online: text, offline: text })),
  availabilityMode: z.enum(["all", "any", "latest"]),
});
const DeviceRow: z.ZodType<Omit<DeviceRights, "deviceId">> = z.object({
  name: text,
  commandTtl: count,
  autoOff: count,
  offOnDisconnect: z.boolean(),
  found: found.exactOptional(),
  topics: texts,
  labels: z.record(text, z.object({ name: text.nullable(), unit: text.nullable() })).exactOptional(),
});
const SeriesRow: z.ZodType<Omit<SeriesRights, "channelId">> = z.object({
  topic: text,
  path: text,
  unit: text.nullable(),
  name: text,
});

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

const ScheduleRow: z.ZodType<DeviceSchedule> = z.object({
  id: text,
  deviceId: text,
  name: text,
  state: z.enum(["on", "off"]),
  timing: z.union([
    z.object({ cron: text }),
    z.object({ sun: z.enum(SUN_TIMES), offset: count, days: z.array(count).exactOptional() }),
    z.object({ at: count }),
  ]),
  timeZone: text,
  place: z.object({ lat: count, lon: count }).nullable(),
  missed: z.enum(MISSED),
  grace: count,
  enabled: z.boolean(),
  since: count,
});

const RemedyRow: z.ZodType<Remedy> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("grant"), credentialId: text, topic: text }),
  z.object({ kind: z.literal("view"), credentialId: text, view: z.enum(VIEWS) }),
  z.object({ kind: z.literal("profile") }),
  z.object({ kind: z.literal("username"), credentialId: text }),
  z.object({ kind: z.literal("topic"), topic: text }),
  z.object({ kind: z.literal("password"), credentialId: text }),
  z.object({ kind: z.literal("limit"), limit: text }),
]);
const RefusalRow: z.ZodType<StoredRefusal> = z.object({
  id: text,
  at: count,
  kind: z.enum(["connect", "publish", "subscribe", "limit"]),
  clientId: text,
  clientKind: z.enum(["api-key", "token", "credential", "device"]).nullable(),
  clientName: text.nullable(),
  tried: text,
  rule: text,
  nearest: text.nullable(),
  fix: z.object({ credentialId: text, topic: text }).nullable(),
  remedy: RemedyRow.nullable(),
});

const protocol = z.literal([3, 4, 5]);
/** The facts of a connection that its `connected` event stores. */
export type Began = Pick<PastConnection, "since" | "clientId" | "protocol" | "country" | "colo">;
const BeganRow: z.ZodType<Began> = z.object({
  since: count,
  clientId: text,
  protocol,
  country: text.nullable(),
  colo: text.nullable(),
});

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
export const statedArrival = stored<Arrival>(
  z.object({
    country: text.nullable(),
    colo: text.nullable(),
    browser: z.boolean(),
    address: text.nullable(),
    from: text.nullable(),
    stream: z
      .object({
        bearer: z.object({ kind: z.enum(["session", "token", "ticket"]), digest: text }),
        events: z.boolean(),
      })
      .exactOptional(),
  }),
);
/** The filters of a stream, in a header set by the worker. */
export const statedFilters = stored(texts);
export const loginColumn = jsonColumn(LoginRow);
export const deviceColumn = jsonColumn(DeviceRow);
export const sessionColumn = jsonColumn(z.object({ until: count }));
export const seriesColumn = jsonColumn(SeriesRow);
export const principalColumn = jsonColumn(PrincipalRow);
export const scheduleColumn = jsonColumn(ScheduleRow);
export const refusalColumn = jsonColumn(RefusalRow);
export const beganColumn = jsonColumn(BeganRow);
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
