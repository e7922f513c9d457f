/** What the product writes to people. Every letter has the same words as plain text and as HTML. */

import { type Content, htmlLetter, textLetter } from "./letter-layout.ts";

export interface Letter {
  kind: "verify" | "change" | "moved" | "reset" | "invitation";
  subject: string;
  text: string;
  html: string;
}

export interface LinkFacts {
  appUrl: string;
  token: string;
}

const link = ({ appUrl, token }: LinkFacts, path: string): string =>
  `${appUrl}/${path}?token=${encodeURIComponent(token)}`;

/** The first letter to an address, and the only one until it is verified. */
export function verifyLetter(facts: LinkFacts): Letter {
  return letter("verify", "Confirm your address for Switchyard", {
    heading: "Welcome to Switchyard",
    paragraphs: [
      "Your account is ready, and so is an MQTT broker of your own.",
      "Please confirm that this address is yours. The link works once, for two days.",
    ],
    action: { label: "Confirm this address", url: link(facts, "verify-email") },
    smallPrint:
      "You get this letter because this address was used to register at Switchyard. If it was not you, ignore it: you get no more of them.",
  });
}

export function changeLetter(facts: LinkFacts): Letter {
  return letter("change", "Confirm the new address of your Switchyard account", {
    heading: "Confirm your new address",
    paragraphs: [
      "Somebody, most likely you, wants to use this address for a Switchyard account.",
      "It takes the place of the old one when you open the link, which works once, for two days.",
    ],
    action: { label: "Use this address", url: link(facts, "verify-email") },
    smallPrint: "If it was not you, ignore this letter: nothing changes without the link.",
  });
}

/** To the address that an account has until then: whoever loses it by somebody else's hand can take it back. */
export function movedLetter(facts: LinkFacts): Letter {
  return letter("moved", "Your Switchyard account gets another address", {
    heading: "Your account gets another address",
    paragraphs: [
      "Somebody who knows your password asked to move your Switchyard account to another e-mail address. It moves when the link in a letter to that address is opened.",
      "If it was you, there is nothing to do. If it was not, take your account back: for seven days this link keeps it at this address and signs everybody out. Then choose a new password, because somebody else knows the one you have.",
    ],
    action: { label: "It was not me", url: link(facts, "undo-email") },
    smallPrint: "You get this letter because this address is the one of the account.",
  });
}

export function invitationLetter(facts: LinkFacts): Letter {
  return letter("invitation", "There is room for you at Switchyard", {
    heading: "There is room for you",
    paragraphs: [
      "You asked to hear when there is room at Switchyard. Now there is.",
      "The link registers this address, once, for fourteen days.",
    ],
    action: { label: "Register", url: link(facts, "register") },
    smallPrint: "If it was not you who joined the waitlist, ignore this letter.",
  });
}

/** `clears`: nobody has verified the address, so the account may be somebody else's making. */
export function resetLetter(facts: LinkFacts & { clears?: boolean }): Letter {
  return letter("reset", "Reset your Switchyard password", {
    heading: "Choose a new password",
    paragraphs: [
      "Somebody, most likely you, asked to reset the password of your Switchyard account.",
      "The link works once, for one hour. A new password signs you out everywhere.",
      ...(facts.clears ? [CLEARS] : []),
    ],
    action: { label: "Choose a new password", url: link(facts, "reset-password") },
    smallPrint: "If it was not you, ignore this letter: nothing changes without the link.",
  });
}

const CLEARS =
  "This address was never confirmed, so somebody else may have set the account up. A new password therefore also removes its API keys, credentials and device links, and disconnects everything that is connected with them. Devices, channels and events stay.";

function letter(kind: Letter["kind"], subject: string, content: Content): Letter {
  return { kind, subject, text: textLetter(content), html: htmlLetter(subject, content) };
}
