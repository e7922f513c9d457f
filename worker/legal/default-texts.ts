/** PURE. What `/privacy` and `/terms` say without a text of the operator's own. Numbers come from the constants in use. */

import type { BrokerLimits } from "../../broker/contract/limits.ts";
import {
  LONGEST_BLOCK_MS,
  MAX_NOTICES,
  MAX_REFUSALS,
  NOTICE_RETENTION_MS,
  RETENTION_MS,
} from "../../broker/contract/limits.ts";
import { HISTORY_DAYS } from "../../broker/contract/message-history.ts";
import type { ApiLimits } from "../contract/api-limits.ts";
import {
  APP_LIFETIME_MS,
  AUDIT_RETENTION_MS,
  EMAIL_RETENTION_MS,
  KNOWN_BROWSER_MS,
  SECURITY_RETENTION_MS,
  SESSION_LIFETIME_MS,
} from "../contract/limits.ts";
import { THROTTLES } from "../throttle/limits.ts";

export interface LegalFacts {
  host: string;
  /** Null when none is configured. */
  email: string | null;
  /** On Cloudflare; otherwise on the operator's own machine. */
  isDeployed: boolean;
  limits: ApiLimits;
  broker: BrokerLimits;
}

const DAY = 86_400_000;
const UNITS: [name: string, ms: number][] = [
  ["year", 365 * DAY],
  ["day", DAY],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
];

/** In the largest unit without a fraction. */
function duration(ms: number): string {
  const [name, size] = UNITS.find(([, each]) => ms >= each && ms % each === 0) ?? ["millisecond", 1];
  return `${count(ms / size)} ${name}${ms === size ? "" : "s"}`;
}

const count = (amount: number): string => amount.toLocaleString("en-US");

/** 0 means no limit. */
const orNone = (limit: number, words: string, none = "without a limit"): string =>
  limit === 0 ? none : words;

/** How far back Cloudflare can restore the data. */
const BACKUPS_MS = 30 * DAY;

const LONGEST_COUNT_MS = Math.max(
  ...Object.values(THROTTLES).flatMap((rules) => rules.map(({ windowMs }) => windowMs)),
);

const operatorOf = ({ host, email }: LegalFacts): string =>
  `The operator of **${host}** runs this service with the software Switchyard. ${
    email === null ? "No contact address is configured." : `Contact: [${email}](mailto:${email}).`
  }`;

export const privacyText = (facts: LegalFacts): string => `# Privacy

${operatorOf(facts)}

## What is stored

${stored(facts)}

Your browser stores your login and copies of lists, so that the page opens without a network.

## Who receives data

Nothing is sold. Nothing is sent to third parties, except what you set up: webhooks, messages in chats, e-mails, and push messages, which the push service of your browser delivers.

${
  facts.isDeployed
    ? `The service runs on Cloudflare, which stores the data, delivers the e-mails and keeps backups for ${duration(BACKUPS_MS)}. If the operator uses Cloudflare Zaraz, it counts registrations.`
    : "The service runs on the operator's own machine."
}

## Export and deletion

*Profile* has *Export Account*, which writes your account as one zip file, and *Delete Account*, which deletes it and its data.

See also the [terms](/terms).
`;

const stored = ({
  broker,
}: LegalFacts): string => `- **Account**: your e-mail address, your name and time zone if you enter them, and a hash of your password. Until you delete the account.
- **Sessions**: a hash of each login's token, and the name of the browser, such as "Firefox on Windows". For ${duration(SESSION_LIFETIME_MS)}.
- **A cookie**, \`known_browser\`: it marks a browser that has logged in before. For ${duration(KNOWN_BROWSER_MS)}.
- **Security log**: logins, failed logins, and changes of keys, credentials, tokens and the account, with the name of the browser and, encrypted, the IP address. For ${duration(SECURITY_RETENTION_MS)}.
- **Tokens**: a hash, the time of the last use and, encrypted, its IP address. Until you delete them.
- **Apps** that log in for you: the name and address of the app, what it may do, and hashes of its tokens. Until you end it, or it was not used for ${duration(APP_LIFETIME_MS)}.
- **API keys, MQTT passwords, webhook secrets and addresses of chats**: encrypted. Until you delete them.
- **Devices, channels, credentials, schedules and watches**: until you delete them.
- **Events** of devices: ${orNone(broker.EVENT_RETENTION_DAYS, `for ${duration(broker.EVENT_RETENTION_DAYS * DAY)}`)}, ${orNone(broker.MAX_EVENTS, `at most ${count(broker.MAX_EVENTS)}`, "any number")}.
- **Values** that devices measure: each for ${duration(RETENTION_MS.samples)}, averages per minute for ${duration(RETENTION_MS.minutes)}, averages per hour for ${duration(RETENTION_MS.hours)}.
- **MQTT messages**: retained messages until they are replaced or deleted, and messages for offline clients ${orNone(broker.MQTT_MAX_SESSION_EXPIRY, `for at most ${duration(broker.MQTT_MAX_SESSION_EXPIRY * 1000)}`)}. Other messages are not stored.
- **Messages** of the topics that you choose for your history: for as long as you choose, at most ${duration(HISTORY_DAYS.max * DAY)}. You can turn it off, which deletes them.
- **Notices** of watches: for ${duration(NOTICE_RETENTION_MS)}, at most ${count(MAX_NOTICES)}.
- **Blocked attempts** of clients: at most ${count(MAX_REFUSALS)}, with client id, user name and topic. Beyond that the oldest of the most frequent kind is deleted.
- **Connected clients**: the IP address, encrypted, while they are connected.
- **Blocked addresses**: a hash of the IP address from which a client guesses passwords or floods. A block lasts at most ${duration(LONGEST_BLOCK_MS)}; its entry is deleted later, when others are added.
- **Counters** of calls such as logins: a hash of the IP or e-mail address. They count for at most ${duration(LONGEST_COUNT_MS)}.
- **E-mails** to you: encrypted, for ${duration(EMAIL_RETENTION_MS)}.
- **Waitlist**: the e-mail address, until it is registered.
- **Logs and metrics** of the server: paths of requests, client ids, and amounts of data per account, under a hash of its id. They contain no IP address and no e-mail address.
- **Audit log**: each access of the operator to an account, for ${duration(AUDIT_RETENTION_MS)}.`;

export const termsText = (facts: LegalFacts): string => `# Terms

${operatorOf(facts)} The operator has not published terms of its own. This page describes how the service works.

## Your account

- The service is in limited beta: functions can change.
- An account can have ${orNone(facts.limits.MAX_DEVICES, count(facts.limits.MAX_DEVICES), "any number of")} devices, ${orNone(facts.limits.MAX_CHANNELS, count(facts.limits.MAX_CHANNELS), "any number of")} channels and ${orNone(facts.limits.MAX_CREDENTIALS, count(facts.limits.MAX_CREDENTIALS), "any number of")} credentials.
- A client that floods or guesses passwords is blocked for at most ${duration(LONGEST_BLOCK_MS)}.
- The operator can change the limits of an account, or suspend it. The page then shows the reason.
- You can export and delete your account at any time, on *Profile*.

## What is stored

Your account, your devices with their events and values, and what you set up. The page about [privacy](/privacy) lists everything with its retention.
`;
