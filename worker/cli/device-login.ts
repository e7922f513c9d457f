import { accountOfToken } from "../../broker/contract/token.ts";
import { isUuid } from "../../broker/contract/topics.ts";
import { serverFor, tokenOf } from "./access.ts";
import { ApiClient } from "./api-client.ts";
import { CliError } from "./cli-error.ts";
import type { CliRun } from "./command.ts";
import { findDevice, namesOf } from "./device-name.ts";
import type { DeviceOptions } from "./simulated-device.ts";

const NO_ID = 'Name the device with --id, by the id on its page, or run "switchyard login" first.';
const NO_USER = "Name a credential with --user: the page lists them under MQTT, Credentials.";
const NO_PASSWORD = "Give the credential's password with --password: its page shows it.";

interface Place {
  /** The broker's address. */
  url: string;
  /** Null without a token for this server. */
  api: ApiClient | null;
}

/** Fills in the options that are missing: from what `login` stored, then from what the person types. */
export async function deviceLogin(run: CliRun, given: Partial<DeviceOptions>): Promise<DeviceOptions> {
  const { url, api } = placeOf(run, given.url);
  const id = await idOf(run, api, given.id);
  const user = given.user ?? (await run.ask("User name of a credential", NO_USER));
  const question = `Password of the credential ${user} (it is not shown)`;
  const password = given.password ?? (await run.ask(question, NO_PASSWORD, "hidden"));
  return { ...given, id, user, password, url };
}

/** A token names the account. A credential's own user name needs the account in the address, and so do the values. */
function placeOf({ context: { environment, fetch } }: CliRun, given: string | undefined): Place {
  if (given !== undefined) return { url: given, api: null };
  const server = serverFor(environment);
  const token = tokenOf(environment, server);
  const broker = new URL("/mqtt", server.replace(/^http/, "ws")).href;
  if (token === null) return { url: broker, api: null };
  const account = accountOfToken(token);
  return {
    url: account === null ? broker : `${broker}/${account}`,
    api: new ApiClient({ url: server, token }, fetch),
  };
}

async function idOf(run: CliRun, api: ApiClient | null, given: string | undefined): Promise<string> {
  if (given !== undefined && isUuid(given)) return given;
  if (api === null) {
    const id = given ?? (await run.ask("Id of the device", NO_ID));
    if (isUuid(id)) return id;
    throw new CliError("usage", `"${id}" is no id of a device. ${NO_ID}`);
  }
  return (await findDevice(api, given ?? (await chosenOf(run, api)))).id;
}

/** The account's only device, or the name that the person types. */
async function chosenOf(run: CliRun, api: ApiClient): Promise<string> {
  const devices = await api.call("listDevices");
  const [only] = devices;
  if (only === undefined) {
    throw new CliError("notFound", "There is no device yet: create one on the devices screen.");
  }
  if (devices.length === 1) {
    run.note(`The device is ${only.name}.`);
    return only.id;
  }
  const names = namesOf(devices);
  return run.ask(`Device (${names})`, `Name the device with --id: there are ${names}.`);
}
