import { isUuid } from "../../broker/contract/topics.ts";
import type { ApiClient } from "./api-client.ts";
import { CliError } from "./cli-error.ts";

interface NamedDevice {
  id: string;
  name: string;
}

/** An id needs no call, and so no scope to read devices. */
export async function findDevice(api: ApiClient, given: string): Promise<NamedDevice> {
  if (isUuid(given)) return { id: given.toLowerCase(), name: given };
  return deviceIn(await api.call("listDevices"), given);
}

const MAX_LISTED = 10;

/** The first names, and how many more there are. */
export function namesOf(devices: readonly Pick<NamedDevice, "name">[]): string {
  const names = devices.slice(0, MAX_LISTED).map(({ name }) => `"${name}"`);
  const rest = devices.length > MAX_LISTED ? ` and ${devices.length - MAX_LISTED} more` : "";
  return `${names.join(", ")}${rest}`;
}

/** The device with exactly this name, else the only one with it in other capitals. */
export function deviceIn(devices: readonly NamedDevice[], given: string): NamedDevice {
  const equal = devices.filter(({ name }) => name === given);
  const alike = devices.filter(({ name }) => name.toLowerCase() === given.toLowerCase());
  const matches = equal.length > 0 ? equal : alike;
  const [device] = matches;
  if (device === undefined) {
    const all = devices.length === 0 ? "create one on the devices screen" : `there are ${namesOf(devices)}`;
    throw new CliError("notFound", `No device is named "${given}": ${all}.`);
  }
  if (matches.length > 1) {
    const ids = matches.slice(0, MAX_LISTED).map(({ id }) => id);
    throw new CliError(
      "notFound",
      `${matches.length} devices are named "${given}": use an id: ${ids.join(", ")}.`,
    );
  }
  return device;
}
