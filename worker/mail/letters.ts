/** What the product writes to people. Every letter has the same words as plain text and as HTML. */

import { type Content, htmlLetter, textLetter } from "./letter-layout.ts";

export interface Letter {
  kind: "welcome" | "reset" | "moved";
  subject: string;
  text: string;
  html: string;
}

export function welcomeLetter(facts: { appUrl: string; firstName?: string | undefined }): Letter {
  const name = facts.firstName?.trim();
  return letter("welcome", "Welcome to Switchyard", {
    heading: name ? `Welcome, ${name}` : "Welcome to Switchyard",
    paragraphs: [
      "Your account is ready, and so is an MQTT broker of your own.",
      "Create an API key on your profile, add a device, and switch it on from the dashboard.",
    ],
    action: { label: "Open the dashboard", url: `${facts.appUrl}/dashboard` },
    smallPrint: "You get this letter because this address was used to register at Switchyard.",
  });
}

export function resetLetter(facts: { appUrl: string; token: string }): Letter {
  return letter("reset", "Reset your Switchyard password", {
    heading: "Choose a new password",
    paragraphs: [
      "Somebody, most likely you, asked to reset the password of your Switchyard account.",
      "The link works once, for one hour. A new password signs you out everywhere.",
    ],
    action: {
      label: "Choose a new password",
      url: `${facts.appUrl}/reset-password?token=${encodeURIComponent(facts.token)}`,
    },
    smallPrint: "If it was not you, ignore this letter: nothing changes without the link.",
  });
}

/** To the address that an account had: whoever lost it by somebody else's hand learns it here. */
export function movedLetter(facts: { supportEmail: string }): Letter {
  return letter("moved", "Your Switchyard account has another address", {
    heading: "Your account has another address",
    paragraphs: [
      "The e-mail address of your Switchyard account was changed. This address no longer signs in, and gets no more letters.",
      "All other sessions were signed out.",
    ],
    action: { label: "Was it not you? Write to us", url: `mailto:${facts.supportEmail}` },
    smallPrint: "You get this letter because this address was the one of the account until now.",
  });
}

function letter(kind: Letter["kind"], subject: string, content: Content): Letter {
  return { kind, subject, text: textLetter(content), html: htmlLetter(subject, content) };
}
