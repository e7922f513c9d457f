/** What a person allows an app, as the scopes that are sent. Pure. */

import type { Authorization } from "../../../../../worker/contract/apps.ts";

const BY_DEVICE = ["devices:read", "devices:switch", "values:read"];

/** `messages:read:#` is offered as a whole. */
const rightOf = (scope: string): string => scope.split(":").slice(0, 2).join(":");

export const canBeNarrowed = (scope: string): boolean => BY_DEVICE.includes(scope);

export const isActing = (scope: string): boolean => /^(devices:switch|messages:publish)/.test(scope);

export interface AppChoices {
  scopes: readonly string[];
  /** Ids; null: every device. */
  devices: readonly string[] | null;
}

/** Chosen when the page opens. */
export const firstChoices = ({ asked }: Authorization): AppChoices => ({
  scopes: asked.filter(({ on }) => on).map(({ scope }) => scope),
  devices: null,
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
