import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));
export const inRoot = (...parts: string[]): string => resolve(root, ...parts);

/** Not in an image, which has what is built of them. */
export const hasSources = (): boolean => existsSync(inRoot("worker/development.ts"));

export const stateDir = (environment: NodeJS.ProcessEnv): string =>
  inRoot(environment.STATE_DIR || ".wrangler/state");
