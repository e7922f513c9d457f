import type { DeviceSighting } from "../../broker/contract/account.ts";
import { askAsVerified } from "../account/account.ts";
import { offered } from "../account/limits.ts";
import { type Call, route } from "../api/call.ts";
import { conditional, KeptAnswers } from "../api/kept-answers.ts";
import type { DescribedCredential, DescribedDevice } from "../asyncapi/account.ts";
import { asyncapiDocument } from "../asyncapi/describe.ts";
import { listChannels } from "../db/channels.ts";
import { channelsOf, type WithChannels } from "../db/chosen-channels.ts";
import { type CredentialRow, grantsOf, listCredentials } from "../db/credentials.ts";
import { controlsOf } from "../db/device-fields.ts";
import { type DeviceRow, listDevices } from "../db/devices.ts";
import { batch } from "../db/statement.ts";
import { appUrl, settings } from "../env.ts";
import { channelOf } from "../present/channel.ts";
import { reachOf } from "./shown-credential.ts";

/** Rows of each list: each operation names the credentials that may do it, so the document grows with their product. */
const MAX_LISTED = 100;

const answers = new KeptAnswers();

export const readAsyncapi = route<"readAsyncapi">(async (call) => {
  const { caller, query, now, request, headers } = call;
  const { user, session } = caller;
  // a change of rights shows at once
  const key = [session.tokenHash, user.id, user.rights_version, user.mqtt_profile, query.view].join(" ");
  const answer = answers.get(key, now) ?? answers.put(key, JSON.stringify(await documentOf(call)), now);
  headers.set("Content-Type", "application/json");
  return conditional(answer, request, headers);
});

async function documentOf(call: Call<"readAsyncapi">) {
  const { env, caller, query } = call;
  const [rows, sightings] = await Promise.all([
    readRows(call),
    askAsVerified(env, caller.user.id, (calls) => calls.devices.sightings()),
  ]);
  const listed = <Row>(all: readonly Row[]) => all.slice(0, MAX_LISTED);
  return asyncapiDocument({
    userId: caller.user.id,
    view: query.view ?? "account",
    broker: brokerOf(call),
    channels: listed(rows.channels.results).map(channelOf),
    devices: listed(rows.devices.results).map((row) => deviceOf(row, sightings[row.id])),
    credentials: listed(rows.credentials.results).map(credentialOf),
    truncated: Object.values(rows).some(({ results }) => results.length > MAX_LISTED),
    page: appUrl(env),
    supportEmail: env.SUPPORT_EMAIL,
  });
}

const readRows = ({ env, caller: { session } }: Call<"readAsyncapi">) =>
  batch(env.DB, {
    channels: listChannels(env.DB, session),
    devices: listDevices(env.DB, session, MAX_LISTED + 1),
    credentials: listCredentials(env.DB, session),
  });

function brokerOf({ env, caller }: Call<"readAsyncapi">) {
  const { host, port, tlsPort, ws } = reachOf(env);
  const { broker } = settings(env);
  const { max_qos: maxQos, retain } = offered(broker, caller.user.mqtt_profile);
  const { MQTT_MAX_PACKET_SIZE: maxPacketSize, MAX_SAMPLES_A_MESSAGE: maxSamples } = broker;
  return { host, port, tlsPort, ws, maxQos, retain, maxPacketSize, maxSamples };
}

const deviceOf = (row: DeviceRow, sighting: DeviceSighting | undefined): DescribedDevice => ({
  id: row.id,
  name: row.name,
  found: row.found !== null,
  values: sighting?.values ?? [],
  controls: controlsOf(row),
});

const credentialOf = (row: CredentialRow): DescribedCredential => ({
  id: row.id,
  name: row.name,
  username: row.username,
  serverMade: row.server_made === 1,
  view: row.view,
  grants: grantsOf(row),
  device: row.device_id,
  topics: topicsOf(row),
});

const topicsOf = (row: WithChannels): string[] => channelsOf(row).map(({ topic }) => topic);
