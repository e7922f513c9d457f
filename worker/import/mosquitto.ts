/** PURE. The users of a Mosquitto as an account with credentials, and those that get none, with the reason. */

import type { Grant } from "../../broker/contract/grants.ts";
import type { AccountFile, ExportedCredential } from "./account-file.ts";
import { type AclRules, readAcl, rightsOf } from "./mosquitto-acl.ts";
import { type MosquittoConfiguration, refuseBinary } from "./mosquitto-configuration.ts";

export interface MosquittoFiles {
  passwords: string;
  /** Null: the configuration names none. */
  acl: string | null;
}

export interface MosquittoUsers {
  account: AccountFile;
  /** Users that get no credential because nobody can say what they may do. */
  lost: { username: string; why: string }[];
  /** Sentences about what is not taken over. */
  notes: string[];
}

/** What decides about the rights of users. */
type Rights = Pick<MosquittoConfiguration, "unreadable" | "isAclOfPlugin" | "clientIdIsUsername">;

/**
 * Each user becomes a credential in root view, with what the ACL file allows. Where no file says what users may do,
 * they get a credential only `withoutAcl`, and then for all topics.
 */
export function mosquittoUsers(
  { passwords, acl }: MosquittoFiles,
  rights: Rights,
  withoutAcl: boolean,
): MosquittoUsers {
  refuseBinary("The password file", passwords);
  refuseBinary("The ACL file", acl ?? "");
  const usernames = new Set(
    passwords.split(/\r?\n/).flatMap((line) => {
      const end = line.indexOf(":");
      return end > 0 && !line.startsWith("#") ? [line.slice(0, end)] : [];
    }),
  );
  const unknown = rights.unreadable ?? (acl === null ? NO_ACL : null);
  if (unknown !== null) return withUnknownRights([...usernames], unknown, withoutAcl);
  const rules = readAcl(acl ?? "", {
    wholeLevelsOnly: rights.isAclOfPlugin,
    clientIdIsUsername: rights.clientIdIsUsername,
  });
  return withKnownRights(usernames, rules);
}

const NO_ACL = "The configuration names no ACL file, and Mosquitto lets each user do everything.";
const REMEDY = "To give each user all topics, add --without-acl.";
const ALL: Grant = { filter: "#", publish: true, subscribe: true };

function withUnknownRights(
  usernames: readonly string[],
  reason: string,
  withoutAcl: boolean,
): MosquittoUsers {
  if (!withoutAcl) {
    const why = `${reason} ${REMEDY}`;
    return {
      account: NOTHING,
      lost: usernames.map((username) => ({ username, why })),
      notes: [],
    };
  }
  const credentials = usernames.map((username) => credentialOf(username, [ALL]));
  return {
    account: { ...NOTHING, credentials },
    lost: [],
    notes: [`${reason} With --without-acl each user may do everything.`],
  };
}

function withKnownRights(usernames: ReadonlySet<string>, rules: AclRules): MosquittoUsers {
  const notes = [...rules.notes];
  const credentials: ExportedCredential[] = [];
  for (const username of usernames) {
    const rights = rightsOf(username, rules);
    notes.push(...rights.notes);
    // a credential in root view without grants would be allowed everything
    if (rights.grants.length === 0)
      notes.push(`User "${username}" may do nothing by the ACL file: it gets no credential.`);
    else credentials.push(credentialOf(username, rights.grants));
  }
  for (const username of rules.byUser.keys()) {
    if (!usernames.has(username))
      notes.push(`User "${username}" of the ACL file has no password: it gets no credential.`);
  }
  return { account: { ...NOTHING, credentials }, lost: [], notes };
}

const credentialOf = (username: string, grants: Grant[]): ExportedCredential => ({
  id: `user ${username}`,
  name: username,
  username,
  channels: [],
  view: "root",
  grants,
});

const NOTHING: AccountFile = {
  user: { id: "" },
  settings: null,
  api_keys: [],
  tokens: [],
  guests: [],
  apps: [],
  channels: [],
  credentials: [],
  devices: [],
  schedules: [],
  watches: [],
  targets: [],
};
