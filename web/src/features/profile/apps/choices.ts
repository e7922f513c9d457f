/** What a person allows an app, as the scopes that are sent. Pure. */

import type { Authorization } from "../../../../../worker/contract/apps.ts";

const BY_DEVICE = ["devices:read", "devices:switch", "values:read"];

/** `messages:read:#` is offered as a whole. */
const rightOf = (scope: string): string => scope.split(":").slice(0, 2).join(":");

export const canBeNarrowed = (scope: string): boolean => BY_DEVICE.includes(scope);

export const isSwitching = (scope: string): boolean => scope.startsWith("devices:switch");
export const isPublishing = (scope: string): boolean => scope.startsWith("messages:publish");

/** Whether the app may switch a device with what it has and what is chosen. */
export const maySwitch = (authorization: Authorization, { scopes }: AppChoices): boolean =>
  [...keptScopes(authorization), ...scopes].some(isSwitching);

export interface AppChoices {
  scopes: readonly string[];
  /** Ids; null: every device. */
  devices: readonly string[] | null;
  asksFirst: boolean;
}

/** Chosen when the page opens. */
export const firstChoices = ({ asked, asks_first: asksFirst }: Authorization): AppChoices => ({
  scopes: asked.filter(({ on }) => on).map(({ scope }) => scope),
  devices: null,
  asksFirst,
});

/** The scopes that stay, because the app does not ask for them again. */
export const keptScopes = ({ asked, had }: Pick<Authorization, "asked" | "had">): string[] =>
  had.filter((scope) => !asked.some((each) => rightOf(each.scope) === rightOf(scope)));

export function chosenScopes(authorization: Authorization, { scopes, devices }: AppChoices): string[] {
  const chosen = scopes.flatMap((scope) =>
    devices !== null && canBeNarrowed(scope) ? devices.map((id) => `${scope}:${id}`) : [scope],
  );
  return [...keptScopes(authorization), ...chosen];
}
