/** The contact for security reports, as in `security.txt` (RFC 9116). */

/** Printable ASCII without spaces, because the text becomes a line of the file. */
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+$/;
const WEB = /^https:\/\/[\w.-]+(:\d+)?([/?#][!-~]*)?$/i;

/** Returns the URI of an e-mail address, or of an https:, mailto: or tel: URI (section 2.5.3); null for other text. */
export function securityContactUri(text: string): string | null {
  const contact = text.trim();
  if (EMAIL.test(contact)) return `mailto:${contact}`;
  const [, email] = /^mailto:([^?]+)$/.exec(contact) ?? [];
  if (email !== undefined) return EMAIL.test(email) ? contact : null;
  if (/^tel:\+?[\d.-]+$/.test(contact)) return contact;
  return WEB.test(contact) ? contact : null;
}
