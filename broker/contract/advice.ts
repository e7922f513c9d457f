/** What the owner of an account can do about a refusal, in one sentence. */

import type { Remedy } from "./account.ts";

export function adviceOf(remedy: Remedy): string {
  switch (remedy.kind) {
    case "grant":
      return `On the page "Blocked attempts", allow the credential to use the topic ${remedy.topic}.`;
    case "view":
      return `On the page "Blocked attempts", show the credential its topics ${remedy.view === "root" ? "without" : "with"} the account's prefix.`;
    case "profile":
      return 'On the page "Blocked attempts", allow QoS 2 and retained messages.';
    case "username":
      return 'On the page "Blocked attempts", make a unique user name, and enter it in the client.';
    case "topic":
      return `Write this topic in the client: ${remedy.topic}.`;
    case "password":
      return "Enter the credential's present password in the client.";
    case "limit":
      return `Stay below the limit ${remedy.limit}, or ask the operator of this service for a higher one.`;
  }
}
