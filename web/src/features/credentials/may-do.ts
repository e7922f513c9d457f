import type { View } from "../../../../broker/contract/grants.ts";
import { displayTopic } from "../../../../broker/contract/topics.ts";
import type { Credential } from "../../../../worker/contract/credentials.ts";

export const EVERYTHING = "Everything in your account";

export const VIEWS: Record<View, string> = {
  account: "With your user ID in front",
  root: "As programs write them",
};

type Grant = Credential["grants"][number];
export type ShownRights = Pick<Credential, "channels" | "grants">;

const mayAll = ({ filter, publish, subscribe }: Grant): boolean => filter === "#" && publish && subscribe;

export const mayEverything = ({ grants }: ShownRights): boolean => grants.some(mayAll);

function grantText({ filter, publish, subscribe }: Grant): string {
  if (publish && subscribe) return filter;
  return publish ? `${filter} (write only)` : `${filter} (read only)`;
}

export const topicsOf = ({ channels, grants }: ShownRights, userId: string): string[] => [
  ...new Set([...channels.map(({ topic }) => displayTopic(userId, topic)), ...grants.map(grantText)]),
];
