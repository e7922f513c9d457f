/**
 * What RFC 9700 (Best Current Practice for OAuth 2.0 Security) asks of authorization and resource servers, by section, and
 * the test of each line: a file below `test/` and the beginning of a title in it. Lines for clients are left out.
 */

type Proof = readonly [file: string, title: string];

interface SecurityLine {
  section: string;
  level: "must" | "should" | "recommended" | "encouraged";
  asks: string;
  proofs?: readonly Proof[];
  /** Why there is no test. */
  reason?: string;
}

const ATTACKS = "unit/worker/api/oauth-attacks.test.ts";
const REQUESTS = "unit/worker/api/oauth-requests.test.ts";
const SECURITY = "unit/worker/api/oauth-security.test.ts";
const OAUTH = "unit/worker/api/oauth.test.ts";
const PAGE = "e2e/apps.test.ts";
const FRAMED = "the page is not shown in a frame, tells nobody its address, and a denied app learns that";

export const SECURITY_LINES: readonly SecurityLine[] = [
  {
    section: "2.1",
    level: "must",
    asks: "redirect addresses are compared as texts, except the port of a program on this computer",
    proofs: [
      [REQUESTS, "%j is another one: an error on the page, and no redirect"],
      [REQUESTS, "of a program on the computer has any port, and is otherwise exact: not %s"],
    ],
  },
  {
    section: "2.1",
    level: "must",
    asks: "no open redirector",
    proofs: [
      [SECURITY, "no answer redirects a browser: the page leaves after a press"],
      [PAGE, FRAMED],
    ],
  },
  {
    section: "2.1",
    level: "must",
    asks: "credentials of a person are not forwarded with a redirect",
    proofs: [[SECURITY, "no answer redirects a browser: the page leaves after a press"]],
  },
  {
    section: "2.1.1",
    level: "must",
    asks: "PKCE is supported, its verifier enforced, and S256 the way that exposes nothing",
    proofs: [
      [REQUESTS, "%s goes to the app, with the state as it came, and gives no code"],
      [ATTACKS, "%s does not work, and not afterwards either"],
    ],
  },
  {
    section: "2.1.1",
    level: "must",
    asks: "no downgrade of PKCE: no code without a challenge, and no exchange without the verifier",
    proofs: [
      [REQUESTS, "%s goes to the app, with the state as it came, and gives no code"],
      [
        ATTACKS,
        "without a verifier, for another resource, with a secret, twice or in the address is a bad request",
      ],
    ],
  },
  {
    section: "2.1.1",
    level: "must",
    asks: "a client can find out that PKCE is supported: code_challenge_methods_supported",
    proofs: [[OAUTH, "names its documents, which name each other"]],
  },
  {
    section: "2.1.1",
    level: "encouraged",
    asks: "constant challenges are detected",
    reason: "A code and its challenge are stored for a minute. A client that repeats one harms itself alone.",
  },
  {
    section: "2.1.2",
    level: "should",
    asks: "no implicit grant",
    proofs: [[REQUESTS, "%s goes to the app, with the state as it came, and gives no code"]],
  },
  {
    section: "2.2.1",
    level: "should",
    asks: "access tokens are bound to their sender",
    reason:
      "Neither revision of the protocol asks clients for it. A token lives an hour, and opens one resource.",
  },
  {
    section: "2.2.2",
    level: "must",
    asks: "refresh tokens of public clients are rotated",
    proofs: [[ATTACKS, "is good once: the app or a thief that uses it again ends the login"]],
  },
  {
    section: "2.3",
    level: "should",
    asks: "an access token has the least rights, for one resource, which checks both at each request",
    proofs: [
      [OAUTH, "works at /mcp only: not over REST, not for a stream, and not as an MQTT password"],
      [REQUESTS, "gives no scope that was not asked for, and no device of another account"],
      [
        "unit/worker/api/oauth-clients.test.ts",
        "follows a missing scope to a page that shows only what is new",
      ],
    ],
  },
  {
    section: "2.4",
    level: "must",
    asks: "no grant by the password of a person",
    proofs: [
      [
        ATTACKS,
        "without a verifier, for another resource, with a secret, twice or in the address is a bad request",
      ],
    ],
  },
  {
    section: "2.5",
    level: "should",
    asks: "clients authenticate where it is feasible",
    reason:
      "Anybody may register, and a document is public: a secret would prove nothing. PKCE binds each login.",
  },
  {
    section: "2.6",
    level: "recommended",
    asks: "metadata of RFC 8414",
    proofs: [
      [OAUTH, "names its documents, which name each other"],
      ["integration/mcp-client-scenarios.test.ts", "each scenario of the suite for a login is in the table"],
    ],
  },
  {
    section: "2.6",
    level: "should",
    asks: "clients do not influence their client_id, or what could be taken for a person",
    proofs: [[SECURITY, "a client chooses neither its id nor that of a person"]],
  },
  {
    section: "2.6",
    level: "recommended",
    asks: "TLS from end to end",
    proofs: [[OAUTH, "says what is possible where OAuth cannot be: %s"]],
  },
  {
    section: "2.6",
    level: "must",
    asks: "no redirect address with http, except of a program on this computer",
    proofs: [[REQUESTS, "%s cannot be registered"]],
  },
  {
    section: "2.6",
    level: "must",
    asks: "no CORS at the authorization endpoint",
    proofs: [[PAGE, FRAMED]],
  },
  {
    section: "4.1.3",
    level: "must",
    asks: "the port of a program on this computer is free",
    proofs: [[REQUESTS, "of a program on the computer has any port, and is otherwise exact: not %s"]],
  },
  {
    section: "4.2.4",
    level: "should",
    asks: "the page has no parts or links of others, and tells no referrer",
    proofs: [[PAGE, FRAMED]],
  },
  {
    section: "4.2.4",
    level: "must",
    asks: "a code is good once, and a second use ends what it began",
    proofs: [
      [ATTACKS, "works once: a second use ends what the first began"],
      [ATTACKS, "used by two at once works for one"],
    ],
  },
  {
    section: "4.3.2",
    level: "must",
    asks: "no access token in an address",
    proofs: [[SECURITY, "a token in the address or in the body opens nothing"]],
  },
  {
    section: "4.4.2",
    level: "should",
    asks: "the answer names its issuer (RFC 9207)",
    proofs: [[REQUESTS, "is answered with the state as it came, and the issuer"]],
  },
  {
    section: "4.5.3",
    level: "must",
    asks: "a code works with the client, address and verifier of its request alone",
    proofs: [[ATTACKS, "%s does not work, and not afterwards either"]],
  },
  {
    section: "4.7.1",
    level: "must",
    asks: "support of PKCE can be detected",
    proofs: [[OAUTH, "names its documents, which name each other"]],
  },
  {
    section: "4.8.2",
    level: "must",
    asks: "a request with a verifier is refused where there was no challenge",
    proofs: [[REQUESTS, "%s goes to the app, with the state as it came, and gives no code"]],
  },
  {
    section: "4.9.3",
    level: "must",
    asks: "the resource server stores no access token as a plain text",
    proofs: [[ATTACKS, "is stored as a digest, and changes nothing where the broker does not answer"]],
  },
  {
    section: "4.10.2",
    level: "should",
    asks: "access tokens are bound to their audience",
    proofs: [
      [OAUTH, "works at /mcp only: not over REST, not for a stream, and not as an MQTT password"],
      [SECURITY, "a refresh token stays bound to its resource and scopes, and to its account"],
    ],
  },
  {
    section: "4.11.2",
    level: "must",
    asks: "a wrong pair of client and redirect address redirects nobody",
    proofs: [
      [REQUESTS, "%j is another one: an error on the page, and no redirect"],
      [REQUESTS, "with a parameter twice, or of an unknown client, goes nowhere"],
    ],
  },
  {
    section: "4.11.2",
    level: "must",
    asks: "the person is authenticated before any redirect, and decides",
    proofs: [
      [
        REQUESTS,
        "is allowed by a person only: not by nobody, a token, a guest, an app, or a session that has ended",
      ],
      [PAGE, "the official client is allowed after a login, reads, and is ended on the profile"],
    ],
  },
  {
    section: "4.12",
    level: "must",
    asks: "no status 307",
    proofs: [[SECURITY, "no answer redirects a browser: the page leaves after a press"]],
  },
  {
    section: "4.13",
    level: "must",
    asks: "headers of a proxy are not trusted",
    proofs: [
      [SECURITY, "headers that a proxy would set change no address of the login"],
      [OAUTH, "has addresses of APP_URL only, whatever the Host header says"],
    ],
  },
  {
    section: "4.14.2",
    level: "must",
    asks: "a refresh token is bound to scopes, resource and client",
    proofs: [
      [SECURITY, "a refresh token stays bound to its resource and scopes, and to its account"],
      [ATTACKS, "of another client, as an access token, or for more scopes does not work"],
    ],
  },
  {
    section: "4.14.2",
    level: "must",
    asks: "a second use of a refresh token ends the login, also of two at once",
    proofs: [
      [ATTACKS, "is good once: the app or a thief that uses it again ends the login"],
      ["unit/worker/api/oauth-clocks.test.ts", "after a refresh: the tokens before it stay dead"],
    ],
  },
  {
    section: "4.14.2",
    level: "must",
    asks: "the login that a refresh token names cannot be exchanged",
    proofs: [[SECURITY, "a refresh token stays bound to its resource and scopes, and to its account"]],
  },
  {
    section: "4.14.2",
    level: "should",
    asks: "refresh tokens end when they are not used, and by a reset of the password",
    proofs: [
      [OAUTH, "ends after an hour, and the app 90 days after its last refresh"],
      [OAUTH, "ends with a reset of the password, also of a verified address; a code that waits ends, too"],
    ],
  },
  {
    section: "4.15.1",
    level: "should",
    asks: "an id of a client is no id of a person",
    proofs: [[SECURITY, "a client chooses neither its id nor that of a person"]],
  },
  {
    section: "4.16",
    level: "must",
    asks: "no framing: by frame-ancestors, script-src and X-Frame-Options",
    proofs: [[PAGE, FRAMED]],
  },
  {
    section: "4.17.3",
    level: "must",
    asks: "messages between windows go to exact origins",
    reason: "No answer goes by a message: the browser opens the redirect address.",
  },
];
