/** Address and token: from SWITCHYARD_URL and SWITCHYARD_TOKEN, else from the file that `login` writes. */

import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { isLoopback } from "../contract/addresses.ts";
import { writeSecretFile } from "../local/secret-file.ts";
import { CliError } from "./cli-error.ts";

export interface CliAccess {
  /** Origin. */
  url: string;
  token: string;
}

export const DEFAULT_URL = "http://localhost:8787";
const VERSION = 1;

/** XDG Base Directory Specification: a relative path counts as none. */
export function loginFile({ XDG_CONFIG_HOME: given = "", HOME }: NodeJS.ProcessEnv): string {
  const folder = given.startsWith("/") ? given : join(HOME || homedir(), ".config");
  return join(folder, "switchyard", "login.json");
}

/** Without a scheme it is https, so that no password or token crosses a network in clear; on this machine http. */
export function originOf(text: string): string {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? URL.parse(text) : withScheme(text);
  if (url !== null && /^https?:$/.test(url.protocol) && url.hostname !== "") return url.origin;
  throw new CliError("usage", `"${text}" is no address: write one like https://switchyard.your.host.`);
}

function withScheme(text: string): URL | null {
  const url = URL.parse(`https://${text}`);
  return url !== null && isLoopback(url.hostname) ? URL.parse(`http://${text}`) : url;
}

/** Returns null without a file. */
export function storedAccess(file: string): CliAccess | null {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new CliError("refused", `${file} cannot be read: ${(error as Error).message}`);
  }
  const access = parsed(text);
  if (access === null)
    throw new CliError("refused", `${file} is not what "switchyard login" wrote: log in again.`);
  return access;
}

function parsed(text: string): CliAccess | null {
  try {
    const read: unknown = JSON.parse(text);
    const { version, url, token } = Object(read) as Record<string, unknown>;
    return version === VERSION && typeof url === "string" && typeof token === "string"
      ? { url, token }
      : null;
  } catch {
    return null;
  }
}

export function storeAccess(file: string, access: CliAccess): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeSecretFile(file, `${JSON.stringify({ version: VERSION, ...access })}\n`);
}

export const forgetAccess = (file: string): void => rmSync(file, { force: true });

/** The server of a command that can do without a token: `given`, SWITCHYARD_URL, then that of `login`. */
export function serverFor(environment: NodeJS.ProcessEnv, given?: string): string {
  const text = given ?? environment.SWITCHYARD_URL;
  return text ? originOf(text) : (storedAccess(loginFile(environment))?.url ?? DEFAULT_URL);
}

/** The token for that server, or null. A stored token goes to its own server only. */
export function tokenOf(environment: NodeJS.ProcessEnv, url: string): string | null {
  if (environment.SWITCHYARD_TOKEN) return environment.SWITCHYARD_TOKEN;
  const stored = storedAccess(loginFile(environment));
  return stored?.url === url ? stored.token : null;
}

/** For `--help`. */
export const SERVER_HELP = `SWITCHYARD_URL, the server of "switchyard login", or ${DEFAULT_URL}`;

export function accessFor(environment: NodeJS.ProcessEnv): CliAccess {
  const token = environment.SWITCHYARD_TOKEN;
  const url = environment.SWITCHYARD_URL ? originOf(environment.SWITCHYARD_URL) : null;
  if (token && url !== null) return { url, token };
  const stored = storedAccess(loginFile(environment));
  if (token) return { url: stored?.url ?? DEFAULT_URL, token };
  if (stored === null) {
    throw new CliError("refused", 'You are not logged in: run "switchyard login", or set SWITCHYARD_TOKEN.');
  }
  // a token goes to the server that it belongs to, and to no other
  if (url !== null && url !== stored.url) {
    throw new CliError(
      "refused",
      `Your login is for ${stored.url}, and SWITCHYARD_URL is ${url}: set SWITCHYARD_TOKEN, too.`,
    );
  }
  return stored;
}
