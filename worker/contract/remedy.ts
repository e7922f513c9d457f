/** What the owner of an account can do about a refusal, in one sentence. */

import type { Refusal } from "./refusal.ts";

type Remedy = NonNullable<Refusal["remedy"]>;

const ADVICE: Record<Remedy["kind"], (remedy: Remedy) => string> = {
  grant: ({ topic }) => `On the page "Blocked attempts", allow the credential to use the topic ${topic}.`,
  view: ({ view }) =>
    `On the page "Blocked attempts", show the credential its topics ${view === "root" ? "without" : "with"} the account's prefix.`,
  profile: () => 'On the page "Blocked attempts", allow QoS 2 and retained messages.',
  username: () => 'On the page "Blocked attempts", make a unique user name, and enter it in the client.',
  topic: ({ topic }) => `Write this topic in the client: ${topic}.`,
  password: () => "Enter the credential's present password in the client.",
  limit: ({ limit }) =>
    `Stay below the limit ${limit}, or ask the operator of this service for a higher one.`,
};

export const adviceOf = (remedy: Refusal["remedy"]): string =>
  remedy === null ? "No setting would allow it: change the client." : ADVICE[remedy.kind](remedy);
