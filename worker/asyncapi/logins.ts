/** The logins of an account as security schemes, and which of them may use a topic. No scheme has a password. */

import type { View } from "../../broker/contract/grants.ts";
import { grantsFor, rightsOf } from "../../broker/routing/access.ts";
import type { DescribedAccount, DescribedCredential } from "./account.ts";
import type { ComponentRef, SecurityScheme, TopicAction } from "./document.ts";
import type { DescribedTopic } from "./topics.ts";

export interface DescribedLogin {
  key: string;
  view: View;
  scheme: SecurityScheme;
  may(action: TopicAction, topic: DescribedTopic): boolean;
}

const anything = () => true;

/** Logins that every account may have. */
const COMMON: readonly DescribedLogin[] = [
  {
    key: "apiKey",
    view: "account",
    may: anything,
    scheme: {
      type: "apiKey",
      in: "user",
      description: "An API key as user name, in the client id `{apiKey}__{suffix}`, without a password.",
    },
  },
  {
    key: "apiKeyAsPassword",
    view: "root",
    may: anything,
    scheme: { type: "apiKey", in: "password", description: "An API key as password, with any user name." },
  },
  {
    key: "token",
    view: "root",
    may: anything,
    scheme: {
      type: "apiKey",
      in: "password",
      description:
        "A token as password, with any user name. It may publish and read what its scopes name: `messages:publish:{filter}`, `messages:read:{filter}`, `devices:switch`.",
    },
  },
];

export const loginsOf = (account: DescribedAccount): DescribedLogin[] => [
  ...COMMON,
  ...account.credentials.map((credential) => loginOf(account.userId, credential)),
];

function loginOf(userId: string, credential: DescribedCredential): DescribedLogin {
  const { id, view } = credential;
  const { mayPublish, mayRead } = rightsOf(userId, principalOf(credential));
  return {
    key: `credential-${id}`,
    view,
    scheme: { type: "userPassword", description: wordsOf(userId, credential) },
    may: (action, { topic, device }) =>
      device !== undefined || (action === "send" ? mayPublish(topic) : mayRead(topic)),
  };
}

/** Rights do not depend on the version of a password. */
function principalOf({ id: credentialId, username, view, grants, device, topics }: DescribedCredential) {
  const shared = {
    credentialId,
    secretVersion: 0,
    topics,
    grants: grantsFor(grants, username),
    ...(view === "root" && { view }),
  };
  return device === null
    ? ({ kind: "credential", ...shared } as const)
    : ({ kind: "device", deviceId: device, deviceTopics: [], ...shared } as const);
}

function wordsOf(userId: string, { name, username, serverMade, view, device }: DescribedCredential): string {
  return [
    `${code(name)}: user name ${code(username)}, in ${view} view.`,
    ...(serverMade ? [] : [`Over TCP the user name is ${code(`${userId}/${username}`)}.`]),
    device === null
      ? `As a device it is ${code(`{deviceId}:${username}`)}.`
      : `It is always the device ${code(device)}.`,
    "The password is on the page under Credentials.",
  ].join(" ");
}

/** A code span of CommonMark: a longer fence encloses back quotes. */
function code(text: string): string {
  const fence = "`".repeat(Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  return fence.length > 1 ? `${fence} ${text} ${fence}` : `\`${text}\``;
}

export const refsOf = (logins: readonly DescribedLogin[]): ComponentRef[] =>
  logins.map(({ key }) => ({ $ref: `#/components/securitySchemes/${key}` }));
