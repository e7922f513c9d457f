/**
 * What is delivered together. What pages share comes in few files: many small ones compress worse, and the list of
 * them, which every page has, grows with each.
 */

/** What every page stands on. */
const BASE_PACKAGES =
  /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/](react-router|router-core|history|store|react-store))[\\/]/;
const EVERY_PAGES_OWN =
  /[\\/]package\.json$|web[\\/]src[\\/](main|page|routeTree\.gen|router|routes[\\/][^?]*)\.tsx?$|broker[\\/]contract[\\/]control\.|worker[\\/]contract[\\/]public-calls\.|web[\\/]src[\\/](session[\\/]|api[\\/](call-public|client|problem)\.|features[\\/]auth[\\/]user-count\.|live[\\/]broker-url\.|lib[\\/](safe-storage|stale-chunk|store|token-search|use-answer|use-store|class-names)\.|ui[\\/](focus|theme|toast|toast-outlet|wordmark|public-header|public-footer|button|spinner|note|failed|why-failed|part|part-out-of-reach)\.)/;
/** Not the programs themselves, nor what only a signed-in reader sees. */
const EVERY_GUIDES_OWN =
  /web[\\/]src[\\/]features[\\/]guide[\\/](guide-page|program|reader|use-[a-z-]+|broker)\./;
/** The sections of the documentation that are fetched when the reader comes near: all at once. */
const LATER_SECTIONS =
  /web[\\/]src[\\/]features[\\/]guide[\\/]docs-(telemetry|http|qos|schedules|home-assistant|limits|practices|reliability|libraries)\./;
/** What a program needs that the reader has come near to. */
const EVERY_PROGRAMS_OWN =
  /web[\\/]src[\\/]features[\\/]guide[\\/](catalogue|fill|programs|snippet|snippet-tabs)\./;
/** The forms of those who come in. */
const EVERY_FORMS_OWN =
  /worker[\\/]contract[\\/](limits|messages)\.|web[\\/]src[\\/](forms[\\/](form-problem|use-form-call)\.|lib[\\/]use-now\.|ui[\\/](announce|field|password-input|problem-note|text-field)\.|features[\\/]auth[\\/](auth-page|email-field|enter|form-text|new-password-fields|password-criteria)\.)/;
/** Names of topics: for those who say or read one. */
const EVERY_TOPICS_OWN = /broker[\\/]contract[\\/](client|topics)\./;
/** What most screens behind the guard share. */
const EVERY_SCREENS_OWN =
  /node_modules[\\/](lucide-react|@tanstack[\\/](query-core|react-query))[\\/]|web[\\/]src[\\/](account[\\/]|api[\\/](kept-answers|queries|query-client|query-keys)\.|devices[\\/](bands|delivery|delivery-line|device-cache|event-device|event-what|events|presence|proof|refusal-text|seen|state-badge|switch-device|use-known|use-refresh|use-switch-device|value-line|values)\.|forms[\\/](confirm-call|dialog-form)\.|lib[\\/](at-most|fetch-ahead|generated-password|isolated|random-id|keep-page|worker-policy)\.|live[\\/](connection|current-connection|link|reconnect|told-status|use-link)\.|ui[\\/](announcer|breadcrumbs|choice-card|confirm-modal|edit-and-delete|fold|keep-focus|lost-modal|modal|panel|part-on-press|select|table|topics|use-list-dialog|use-opener|use-title)\.)/;

/** What says how something stands: on the landing page too. */
const EVERY_SIGNALS_OWN = /web[\\/]src[\\/](devices[\\/]event-badge|ui[\\/](lamp|switch))\./;
/** What copies a value. */
const EVERY_COPYS_OWN = /web[\\/]src[\\/]ui[\\/](copy|use-copied)\./;
/** What is loaded is shown alike, on the public guide too. */
const EVERY_LISTS_OWN = /web[\\/]src[\\/](lib[\\/]time|ui[\\/](loaded|moment))\./;
/** For those who are signed in, on the guide too, and for those who just left. */
const EVERY_OWN_CALL =
  /worker[\\/]contract[\\/]calls\.|web[\\/]src[\\/](api[\\/]call|features[\\/]shell[\\/]late-logout)\./;

/** What the page begins with is there when anything else is fetched: no list has to name it. */
const FIRST = /assets[\\/](base|page|index|rolldown-runtime)-[^\\/]*\.js$/;
export const laterOf = (files: string[]): string[] => files.filter((file) => !FIRST.test(file));

const own = { includeDependenciesRecursively: false };

export const CHUNKS = [
  { name: "base", test: BASE_PACKAGES },
  { name: "page", test: EVERY_PAGES_OWN },
  { name: "form", test: EVERY_FORMS_OWN, ...own },
  { name: "signal", test: EVERY_SIGNALS_OWN, ...own },
  { name: "copy", test: EVERY_COPYS_OWN, ...own },
  { name: "loaded", test: EVERY_LISTS_OWN, ...own },
  { name: "topic", test: EVERY_TOPICS_OWN, ...own },
  { name: "call", test: EVERY_OWN_CALL, ...own },
  { name: "screen", test: EVERY_SCREENS_OWN, ...own },
  { name: "guide", test: EVERY_GUIDES_OWN, ...own },
  { name: "program", test: EVERY_PROGRAMS_OWN, ...own },
  { name: "manual", test: LATER_SECTIONS, ...own },
];
