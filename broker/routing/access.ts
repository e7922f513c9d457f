/** Who may read and write which topic: the rights as one table. */

/** A row that a client logged in with. */
export type PrincipalRef =
  | { kind: "api-key"; keyId: string }
  | { kind: "credential"; credentialId: string }
  | { kind: "device"; deviceId: string; credentialId: string };

/** A row that a client logged in with, and what hangs on it. Topics are stored topics, with the account's prefix. */
export type Principal =
  | { kind: "api-key"; keyId: string }
  | {
      kind: "credential";
      credentialId: string;
      /** Grows when the user name or password changes: a session that logged in under another one is dropped. */
      secretVersion: number;
      /** Topics of the credential's channels. */
      topics: readonly string[];
    }
  | {
      kind: "device";
      deviceId: string;
      credentialId: string;
      secretVersion: number;
      topics: readonly string[];
      /** Topics of the device's channels. */
      deviceTopics: readonly string[];
    };
