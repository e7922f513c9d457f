/** The e-mails of the product. Each has the same content as plain text and as HTML. */

import { MESSAGES, NO_TOKENS, type TokenCounts } from "../contract/sentences.ts";

/** Returns the text escaped for an HTML element or a quoted attribute. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

// The layout of all e-mails. Styles are inline and in tables, because mail programs support little else.

/** Paragraphs, then one action, then small print. */
interface EmailContent {
  heading: string;
  paragraphs: readonly string[];
  action: { label: string; url: string };
  smallPrint: string;
}

function textBody(content: EmailContent): string {
  const { heading, paragraphs, action, smallPrint } = content;
  return [heading, ...paragraphs, `${action.label}:\n${action.url}`, smallPrint, "Switchyard"]
    .map(oneBlock)
    .join("\n\n")
    .concat("\n");
}

/** Removes blank lines, so that a name cannot start a paragraph. */
const oneBlock = (text: string) => text.replace(/\n{2,}/g, "\n");

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";

function htmlBody(subject: string, content: EmailContent): string {
  const url = escapeHtml(content.action.url);
  const paragraphs = content.paragraphs.map(
    (text) => `<p style="margin:0 0 16px;font-size:16px;line-height:24px">${escapeHtml(text)}</p>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:32px 16px;background:#eef1f4;${FONT};color:#16202b">
<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;max-width:520px;margin:0 auto">
<tr><td style="padding:0 4px 16px;font-size:14px;font-weight:600;letter-spacing:.02em">Switchyard</td></tr>
<tr><td style="padding:32px;background:#fff;border:1px solid #d8dee5;border-radius:12px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:28px">${escapeHtml(content.heading)}</h1>
${paragraphs.join("\n")}
<p style="margin:24px 0"><a href="${url}" style="display:inline-block;padding:12px 20px;border-radius:8px;\
background:#0b6b4f;color:#fff;font-size:16px;font-weight:600;text-decoration:none">\
${escapeHtml(content.action.label)}</a></p>
<p style="margin:0;font-size:13px;line-height:20px;color:#566373;word-break:break-all">${url}</p>
</td></tr>
<tr><td style="padding:16px 4px;font-size:13px;line-height:20px;color:#566373">\
${escapeHtml(content.smallPrint)}</td></tr>
</table>
</body>
</html>
`;
}

export const EMAIL_KINDS = [
  "verify",
  "change",
  "moved",
  "reset",
  "password",
  "app",
  "invitation",
  "notice",
] as const;
type EmailKind = (typeof EMAIL_KINDS)[number];

export interface Email {
  kind: EmailKind;
  subject: string;
  text: string;
  html: string;
}

export interface EmailLink {
  appUrl: string;
  token: string;
}

const urlOf = ({ appUrl, token }: EmailLink, path: string): string =>
  `${appUrl}/${path}?token=${encodeURIComponent(token)}`;

/** The first e-mail to an address, and the only kind until it is verified. */
export function verificationEmail(link: EmailLink): Email {
  return email("verify", "Confirm your address for Switchyard", {
    heading: "Welcome to Switchyard",
    paragraphs: [
      "Your account is ready, and so is your own MQTT broker.",
      "Please confirm that this address is yours. The link works once, for two days.",
    ],
    action: { label: "Confirm this address", url: urlOf(link, "verify-email") },
    smallPrint:
      "You get this e-mail because this address was used to register at Switchyard. If it was not you, ignore it: no more will follow.",
  });
}

export function changeEmail(link: EmailLink): Email {
  return email("change", "Confirm the new address of your Switchyard account", {
    heading: "Confirm your new address",
    paragraphs: [
      "Somebody, most likely you, wants to use this address for a Switchyard account.",
      "It replaces the old one when you open the link, which works once, for two days.",
    ],
    action: { label: "Use this address", url: urlOf(link, "verify-email") },
    smallPrint: "If it was not you, ignore this e-mail: nothing changes without the link.",
  });
}

/** Sent to the previous address, so that its owner can undo a change that somebody else made. */
export function addressChangedEmail(link: EmailLink): Email {
  return email("moved", "Your Switchyard account gets another address", {
    heading: "Your account gets another address",
    paragraphs: [
      "Somebody who knows your password asked to move your Switchyard account to another e-mail address. It moves when the link in an e-mail to that address is opened.",
      "If it was you, there is nothing to do. If it was not, take your account back: for seven days this link keeps it at this address and signs everybody out. Then choose a new password, because somebody else knows the one you have.",
    ],
    action: { label: "It was not me", url: urlOf(link, "undo-email") },
    smallPrint: "You get this e-mail because this is the address of the account.",
  });
}

export function invitationEmail(link: EmailLink): Email {
  return email("invitation", "There is room for you at Switchyard", {
    heading: "There is room for you",
    paragraphs: [
      "You asked for a message when there is room at Switchyard. Now there is.",
      "The link registers this address, once, for fourteen days.",
    ],
    action: { label: "Register", url: urlOf(link, "register") },
    smallPrint: "If it was not you who joined the waitlist, ignore this e-mail.",
  });
}

/** What becomes of an account's valid tokens: how many stay, and a sentence, which is empty without any. */
export interface TokenFate extends TokenCounts {
  sentence: string;
}

const ofTokens = ({ tokens, guests, apps = 0, sentence }: TokenFate): string[] =>
  sentence === "" ? [] : [tokens + guests + apps === 0 ? sentence : `${sentence} ${OFFERS_TO_DELETE}`];

interface ResetLink extends EmailLink {
  /** The address was never verified, so somebody else may have created the account. */
  clears?: boolean;
  /** How many tokens and guests are valid. */
  counts?: TokenCounts;
}

export function passwordResetEmail(link: ResetLink): Email {
  const { clears = false, counts = NO_TOKENS } = link;
  const stay = ofTokens({ ...counts, sentence: MESSAGES.tokensStay(counts) });
  return email("reset", "Reset your Switchyard password", {
    heading: "Choose a new password",
    paragraphs: [
      "Somebody, most likely you, asked to reset the password of your Switchyard account.",
      "The link works once, for one hour. A new password signs you out everywhere.",
      ...(clears ? [CLEARS] : stay),
    ],
    action: { label: "Choose a new password", url: urlOf(link, "reset-password") },
    smallPrint: "If it was not you, ignore this e-mail: nothing changes without the link.",
  });
}

export function passwordChangedEmail(appUrl: string, fate: TokenFate): Email {
  return email("password", "Your Switchyard password was changed", {
    heading: "Your password was changed",
    paragraphs: [
      "The password of your Switchyard account was changed, and every other browser was signed out. Your devices stay connected.",
      ...ofTokens(fate),
      "If it was you, there is nothing to do. If it was not, choose a new password now.",
    ],
    action: { label: "It was not me", url: `${appUrl}/forgot-password` },
    smallPrint: "You get this e-mail because this is the address of the account.",
  });
}

/** Somebody who was logged in allowed an app. `browser`: where. */
export function appAllowedEmail(
  appUrl: string,
  { name, host, browser }: { name: string; host: string; browser: string },
): Email {
  return email("app", "An app may use your Switchyard account", {
    heading: "An app was allowed",
    paragraphs: [
      `“${name}” of ${host} was allowed to use your account, in ${browser}. The name is its own choice.`,
      "If it was you, there is nothing to do. If it was not, end the app, and choose a new password.",
    ],
    action: { label: "See your apps", url: `${appUrl}/dashboard/profile?tab=keys` },
    smallPrint: "You get this e-mail because this is the address of the account.",
  });
}

/** A notice of a watch, or a test; `url` opens the page of its device. */
export function noticeEmail({ text, url }: { text: string; url: string }): Email {
  return email("notice", text, {
    heading: text,
    paragraphs: ["This is a notice of a watch in your Switchyard account."],
    action: { label: "Open Switchyard", url },
    smallPrint: "You get this e-mail because a watch of your account sends its notices here.",
  });
}

const OFFERS_TO_DELETE = "The page for a new password offers to delete all tokens.";
const CLEARS =
  "This address was never confirmed, so somebody else may have set the account up. A new password therefore also removes its API keys, credentials and device links, its tokens, schedules, watches with their targets, retained messages and adopted devices. It restores the settings and disconnects every client. Devices, channels, events and values stay.";

function email(kind: Email["kind"], subject: string, content: EmailContent): Email {
  return { kind, subject, text: textBody(content), html: htmlBody(subject, content) };
}
