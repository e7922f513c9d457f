/**
 * What is delivered together. What pages share comes in few files: many small ones compress worse, and the list of
 * them, which every page has, grows with each.
 */

/** What every page stands on. */
const BASE_PACKAGES =
  /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/](react-router|router-core|history|store|react-store))[\\/]/;
const EVERY_PAGES_OWN =
  /broker[\\/]contract[\\/](control|topics)\.|web[\\/]src[\\/](session[\\/]|api[\\/](client|problem|user-count)\.|lib[\\/](safe-storage|stale-chunk|store|token-search|use-store|class-names)\.|ui[\\/](theme|toast|toast-outlet|wordmark|public-header|public-footer|button|copy|use-copied|spinner|note|part|part-out-of-reach)\.)/;
/** Not the programs themselves, nor what only a signed-in reader sees. */
const EVERY_GUIDES_OWN =
  /web[\\/]src[\\/](api[\\/]broker|features[\\/]guide[\\/](guide-page|program|use-[a-z-]+|broker)|live[\\/]broker-url)\./;
/** What a program needs that the reader has come near to. */
const EVERY_PROGRAMS_OWN = /web[\\/]src[\\/]features[\\/]guide[\\/](catalogue|fill|snippet|snippet-tabs)\./;
/** The forms of those who come in. */
const EVERY_FORMS_OWN =
  /web[\\/]src[\\/](api[\\/](form-problem|use-form-call)\.|ui[\\/](field|password-input|text-field)\.|features[\\/]auth[\\/](auth-page|email-field|email-link-screen|enter|form-text|new-password-fields|password-criteria|track-diagram)\.)/;
/** What most screens behind the guard share. */
const EVERY_SCREENS_OWN =
  /node_modules[\\/](lucide-react|@tanstack[\\/](query-core|react-query))[\\/]|web[\\/]src[\\/](api[\\/](delivery-line|device-cache|devices|mqtt|queries|query-client|query-keys|switch-device|use-fresh-user|use-known|use-switch-device|use-verification)\.|live[\\/](connection|delivery|link|reconnect|use-link)\.|ui[\\/](confirm-modal|failed|loaded|modal|panel|presence|select|state-badge|table|topics|use-opener)\.)/;

const own = { includeDependenciesRecursively: false };

export const CHUNKS = [
  { name: "base", test: BASE_PACKAGES },
  { name: "page", test: EVERY_PAGES_OWN },
  { name: "form", test: EVERY_FORMS_OWN, ...own },
  { name: "screen", test: EVERY_SCREENS_OWN, ...own },
  { name: "guide", test: EVERY_GUIDES_OWN, ...own },
  { name: "program", test: EVERY_PROGRAMS_OWN, ...own },
];
