import { MAX_RSA_BITS, MIN_RSA_BITS } from "./passkey-algorithms.ts";

/** Shown alone by the page, and at the end of a sentence by the API. */
const TRY_LOGGING_IN = "Try logging in.";

/** What logs in without the password: tokens of programs, links of guests, and apps. */
export interface TokenCounts {
  tokens: number;
  guests: number;
  /** A reset ends them: only a changed password counts them. */
  apps?: number;
}

export const NO_TOKENS: TokenCounts = { tokens: 0, guests: 0 };

const counted = (count: number, noun: string): string[] =>
  count === 0 ? [] : [`${count} ${noun}${count === 1 ? "" : "s"}`];

/** "2 tokens, 1 guest and 1 app stay valid."; empty for none. */
function countedTokens({ tokens, guests, apps = 0 }: TokenCounts, one: string, more: string): string {
  const all = [...counted(tokens, "token"), ...counted(guests, "guest"), ...counted(apps, "app")];
  const what = [all.slice(0, -1).join(", "), ...all.slice(-1)].filter((each) => each !== "").join(" and ");
  return what === "" ? "" : `${what} ${tokens + guests + apps === 1 ? one : more}.`;
}

/** Sentences that the page shows, too. The others would weigh on public pages. */
export const PAGE_MESSAGES = {
  resetSent: "Check your inbox and spam folder for a password reset link if the email is registered.",
  /** Of tokens and guests after a new password; empty without any. */
  tokensStay: (counts: TokenCounts) => countedTokens(counts, "stays valid", "stay valid"),
  tryLoggingIn: TRY_LOGGING_IN,
  notUnique: "This field must be unique.",
  badResetToken: "Invalid or expired token. Please request a new password reset link.",
  passwordTooShort: "Password must be at least 8 characters long",
  passwordsDiffer: "Passwords do not match",
  noApiKey: "Before creating a device, please create a new API key.",
  tooManyDevices: (max: number) => `You can have ${max} devices registered max.`,
  deviceNameTooLong: "Name of device should contain max 100 chars",
} as const;

/** Sentences of API responses. The product's description fixes some of them word for word. */
export const MESSAGES = {
  ...PAGE_MESSAGES,
  notAuthenticated: "Authentication credentials were not provided.",
  invalidToken: "Invalid token.",
  invalidKey: "Invalid key.",
  notFound: "Not found.",
  badLogin: "Unable to log in with provided credentials.",
  serverError: "A server error occurred.",
  resetTokenValid: "The token is valid.",
  passwordReset: "Your password has been reset. You can log in with it now.",
  passwordChanged: "Your password is changed, and every other session has ended.",
  tokensDeleted: (counts: TokenCounts) => countedTokens(counts, "is deleted", "are deleted"),
  emailVerified: "Your email address is verified.",
  emailChanged: "Your account has its new email address.",
  emailUndone:
    "Your account has its old email address back, and everybody is signed out. Choose a new password now.",
  verificationSent: "Check your inbox and spam folder for the link.",
  alreadyVerified: "Your email address is verified already.",
  badVerification: "Invalid or expired token. Please request a new verification link.",
  badUndo: "Invalid or expired token. This change can no longer be undone here.",
  required: "This field is required.",
  wrongPassword: "This password is wrong.",
  commonPassword: "This password is too common.",
  emailTaken: `A user with this email already exists. ${TRY_LOGGING_IN}`,
  invitationOver:
    "This invitation has expired, was used, or is for another address. Join the waitlist again.",
  suspended: (reason: string) => `This account is suspended: ${reason}`,
  /** Followed by the time to wait. */
  throttled: "Request was throttled. Expected available in ",
  noRemedy: "A channel would not allow this.",
  noSeries: "This channel has no series.",
  severalSeries: "This channel has several series: name the key of one.",
  noSuchSeries: "This channel has no series of this name.",
  noSeriesRoom:
    "There is no room for another series (MAX_SERIES): delete a device or a channel that has one, or write to a key that exists.",
  wrongKey: "A key has only A to Z, a to z, 0 to 9, _, - and the point.",
  noCsvText: "The body is no text in UTF-8. Send the hours as CSV, with the header at,value.",
  noCsvHeader:
    "The first line must be a header, such as at,value. Each other line is an hour, such as 2026-11-22T13:00:00.000Z,21.5.",
  noHour: (line: number) =>
    `Line ${line} is no full hour with a number, such as 2026-11-22T13:00:00.000Z,21.5.`,
  futureHour: (line: number) => `Line ${line} is in the future.`,
  tooManyHours: (most: number) => `A call writes ${most} hours max. Send the others in another call.`,
  samePassword: "This is already its password.",
  noSuchObject: (id: string) => `Invalid pk "${id}" - object does not exist.`,
  exportRunning:
    "An export of this account is running, and there is one at a time. Wait until it has ended, or end that download.",
  badPasskey: "This is no new passkey of this page. Make it again.",
  latePasskey: "More than five minutes passed since the browser was asked. Try again.",
  unverifiedPasskey:
    "The passkey did not check who uses it. Turn on its PIN, fingerprint or face check, or use another device.",
  unsupportedPasskey: `The key of this passkey is of a kind that is not verified here: use a device or password manager with ES256, EdDSA (Ed25519), or RS256 of ${MIN_RSA_BITS} to ${MAX_RSA_BITS} bits.`,
  noMorePasskeys: (max: number) => `There are ${max} passkeys, which is the maximum. Delete one first.`,
  passkeyExists: "This passkey exists already. Make another one.",
  unknownPasskey: "No account has this passkey. It may have been deleted: log in with your password.",
  wrongPasskey: "The login with this passkey failed. Try again, or use your password.",
  notBase64Url: "Enter base64url without padding.",
  tooManyLinks: (max: number) => `A device can have ${max} links at a time. Revoke them first.`,
  tooManyFilters: (max: number) => `Ensure there are no more than ${max} filters.`,
  needsSession: "This needs a login session.",
  noAppScopes: "Choose what the app may do, or deny it.",
  tooManyAppDevices: (max: number) =>
    `An app can be limited to ${max} devices max. Allow all of them instead.`,
  tooManyCodes: "Too many apps are being connected at once. Wait a minute, and try again.",
  notForApps: "The access token of an app works at /mcp only. Make a token of your own for this call.",
  notForGuests: "A guest may only read and switch the devices of its link.",
  guestSuspended: "This link does not work at present.",
  guestStartsLater: (at: string) => `This link works from ${at}.`,
  guestEnded: "This link has ended.",
  guestEndsFirst: "A guest's link ends after it starts.",
  appLacksScope: (name: string, scope: string) =>
    `The app "${name}" lacks the scope ${scope}. Connect it again, and allow that, too.`,
  missingScope: (name: string, scope: string) => `The token "${name}" lacks the scope ${scope}.`,
  tokenInQuery:
    "A token must not be part of an address, because addresses are stored in logs and histories. Send it in the Authorization header.",
  noScopes: "This list may not be empty.",
  scopeTwice: (scope: string) => `"${scope}" is listed twice.`,
  noReply: "No reply came in time.",
  noReplier: "No client subscribes to this topic, so no reply can come.",
  replyTopicAlone: "Without `reply`, the seconds to wait, no reply is read.",
  retainedRequest: "A request is not retained: its caller waits for one reply.",
  scopeNeedsFilter: (scope: string) => `"${scope}" needs a filter, such as ${scope}:#`,
  noPatterns: "%c and %u have no meaning in a token.",
  oneEnd: "Use one of expires_in and expires_at.",
  tooFarAhead: "A token ends after ten years at the latest.",
  foundHasLogin:
    "This device was discovered: it logs in with its existing credential. Create a credential without a device for it.",
  foundHasNoLink:
    "This device was discovered: it logs in with its existing credential, so a link cannot act as it.",
  foundHasNoChannels:
    "This device was discovered: it has the rights of the credential that it logs in with. Add the channels there.",
  oneWhen: "Use one of cron, sun or at.",
  wrongDays: "Days go with sunrise or sunset: one or more of 0 (Sunday) to 6 (Saturday).",
  wrongCron:
    "Use five fields: minute, hour, day of the month, month and day of the week; 30 18 * * 1-5 is every weekday at 18:30.",
  neverDue: "This never comes.",
  wrongZone: "Use the IANA name of a time zone, such as Europe/Berlin.",
  noPlace: "Sunrise and sunset need a place: its latitude and longitude.",
  wrongPlace: "This is no place in the history: send `next` of the page before.",
  sameFilter: "A filter stands in the list once: leave the other one out.",
  wrongMoment:
    "Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].",
  wrongAt: "Use a date and a time: YYYY-MM-DDThh:mm[:ss][Z|+HH:MM|-HH:MM].",
  past: "This moment has passed.",
  wrongDuration: "Use an ISO 8601 duration of weeks, days, hours, minutes and seconds, such as PT10M.",
  noFixedLength: "Years and months have no fixed length: use weeks, days or hours, such as P30D.",
  wrongLifetime: "Use an ISO 8601 duration longer than nothing, such as P90D, P2W or P1Y.",
  durationTooLong: "This duration is too long.",
  durationTooShort: "This duration must be one second or more.",
  repeatTooShort: "A notice repeats every minute at most: PT1M or more.",
  oneCondition: (kinds: readonly string[]) =>
    `Use one of ${kinds.slice(0, -1).join(", ")} or ${kinds.at(-1)}.`,
  noWatchedDevice: "Enter the id of a device.",
  noWatchedKey: "Enter the key of the value.",
  notOfCondition: "This field does not belong to the condition.",
  noEvents: "Name at least one event.",
  clearBeyond: "A watch clears on the other side of its threshold, or at it.",
  wrongTarget: "Use one of push, mail, webhook and device.",
  wrongFormat: "Use one of cloudevents, discord, slack, telegram and ntfy.",
  noSecretOfChat:
    "A chat service has no secret here. To use another address or token, delete the target and add it again.",
  noPrototype: "A control may not have the key `__proto__`.",
  wrongSet: 'Send an object of controls and their values, such as {"brightness": 40}.',
  noAction: "Say what is done with the device when it is raised, cleared, or both.",
  notAnswered: {
    answered: "Somebody has answered this notice. Its row says what was done.",
    closed: "This notice asks nothing. Open the device's page to switch it.",
    "no command": "This notice offers no command. Open the device's page to switch it.",
    changed: "The watch offers another command now. Open the device's page to switch it.",
    "device gone": "The device of this command was deleted.",
    "controls changed": "The device's controls have changed. Open its page to switch it.",
  },
  notApproved: {
    answered: "Somebody has answered this order. Its row says what was done.",
    ended: "This order has ended, and nothing was sent. Let it be given again.",
    "device gone": "The device of this order was deleted.",
    "caller gone": "The one who gave this order may not switch the device any more.",
    "controls changed": "The device's controls have changed. Let the order be given again.",
  },
  asksFirst:
    "The device asks its owner before this caller switches it: only a person who is logged in can set up what switches it later, change whom it asks about, or delete it.",
  ticketEnded:
    "This ticket answers its own notice or order, once and before that ends. Log in, and answer on the page.",
  noDeviceOfAction: "The watch concerns no single device, and none of its targets switches one.",
  foreignAction: "Name the watch's device, or one that its targets switch.",
  emptyAction: "Give a state, values of controls, or both.",
  wrongPushKey: "Use the key of the browser's subscription.",
} as const;
