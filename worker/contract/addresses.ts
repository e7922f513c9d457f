/** Hosts, contacts, and how a person runs the command line. Without zod: the page loads this file. */

/**
 * How a person runs the command line in a clone. On the public npm registry, `switchyard` is somebody else's package:
 * `--no` keeps npm from downloading it. npm reads an option that follows directly as its own, so a subcommand must
 * follow: `help` instead of `--help`.
 */
export const COMMAND_IN_CLONE = "npx --no switchyard";

/** Whether a host is a loopback name, which other machines cannot reach. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);

/** Printable ASCII without spaces, because the text becomes a line of the file. */
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+$/;
const WEB = /^https:\/\/[\w.-]+(:\d+)?([/?#][!-~]*)?$/i;

/**
 * The contact for security reports, as in `security.txt` (RFC 9116). Returns the URI of an e-mail address, or of an
 * https:, mailto: or tel: URI (section 2.5.3); null for other text.
 */
export function securityContactUri(text: string): string | null {
  const contact = text.trim();
  if (EMAIL.test(contact)) return `mailto:${contact}`;
  const [, email] = /^mailto:([^?]+)$/.exec(contact) ?? [];
  if (email !== undefined) return EMAIL.test(email) ? contact : null;
  if (/^tel:\+?[\d.-]+$/.test(contact)) return contact;
  return WEB.test(contact) ? contact : null;
}
