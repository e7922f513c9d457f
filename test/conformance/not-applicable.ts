/** Server statements that no test can prove here, and why. */

const NO_WORDS = "The broker never puts a reason string or a user property into this packet.";
const NO_AUTH = "No authentication method is offered, so no AUTH is ever sent.";

export const NOT_APPLICABLE: Record<"3.1.1" | "5", Record<string, string>> = {
  "3.1.1": {
    "3.8.3-2": "Wildcards are offered.",
    "7.0.0-1": "The broker opens no connections to other servers.",
    "7.0.0-2": "Clients that other people wrote connect as they are: test/integration.",
  },
  "5": {
    "3.3.4-5": "One copy is sent, with the identifiers of all matching subscriptions (3.3.4-4).",
    "3.5.2-3": NO_WORDS,
    "3.6.2-2": NO_WORDS,
    "3.6.2-3": NO_WORDS,
    "3.7.2-2": NO_WORDS,
    "3.7.2-3": NO_WORDS,
    "3.15.2-2": NO_AUTH,
    "3.15.2-3": NO_AUTH,
    "4.12.0-2": NO_AUTH,
    "4.12.0-5": NO_AUTH,
  },
};
