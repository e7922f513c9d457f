/**
 * The chunks of the build. Modules that pages share go into few files: many small files compress worse and lengthen the
 * preload list of every page.
 */

const BASE_PACKAGES =
  /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/](react-router|router-core|history|store|react-store))[\\/]/;
const EVERY_PAGES_OWN =
  /[\\/]package\.json$|web[\\/]src[\\/](main|page|routeTree\.gen|router|routes[\\/][^?]*)\.tsx?$|broker[\\/]contract[\\/]control\.|virtual:public-calls$|web[\\/]src[\\/](session[\\/]|api[\\/](call-public|client|problem)\.|features[\\/]auth[\\/]user-count\.|lib[\\/](safe-storage|stale-chunk|store|token-search|use-answer|class-names)\.|ui[\\/](focus|theme|toast|toast-outlet|wordmark|public-header|public-footer|button|spinner|note|failed|why-failed|part|part-out-of-reach)\.)/;
/** Without the snippets themselves and without code for signed-in users. */
const EVERY_GUIDES_OWN =
  /web[\\/]src[\\/]features[\\/]guide[\\/](guide-page|program|reader|use-[a-z-]+|broker)\./;
/** Code that every snippet needs. */
const EVERY_PROGRAMS_OWN =
  /web[\\/]src[\\/]features[\\/]guide[\\/](catalogue|fill|programs|snippet|snippet-tabs)\./;
const EVERY_FORMS_OWN =
  /worker[\\/]contract[\\/](limits|sentences)\.|web[\\/]src[\\/](forms[\\/](form-problem|use-form-call|new-password-fields|password-criteria)\.|lib[\\/]use-now\.|ui[\\/](announce|field|password-input|problem-note|text-field)\.|account[\\/]first-steps\.|features[\\/]auth[\\/](auth-page|email-field)\.)/;
/** Topic names, and the broker's address. */
const EVERY_TOPICS_OWN = /broker[\\/]contract[\\/](client|topics)\.|web[\\/]src[\\/]live[\\/]broker-url\./;
/** Shared by most screens of the dashboard. */
const EVERY_SCREENS_OWN =
  /node_modules[\\/](lucide-react|@tanstack[\\/](query-core|react-query))[\\/]|web[\\/]src[\\/](account[\\/](?!first-steps)|features[\\/]device-page[\\/]prefetch\.|api[\\/](kept-answers|queries|query-client|query-keys)\.|devices[\\/](actor-text|bands|delivery|delivery-line|device-cache|event-device|event-what|events|pin-button|presence|proof|refusal-text|state-badge|switch-device|use-known|use-refresh|use-switch-device|value-line|value-name|values)\.|forms[\\/](confirm-call|dialog-form|use-draft)\.|lib[\\/](at-most|once|generated-password|isolated|random-id|own-push|words|worker-policy|zoned-date)\.|live[\\/](connection|current-connection|link|reconnect|status-message|use-link)\.|ui[\\/](announcer|breadcrumbs|choice-card|confirm-modal|edit-and-delete|fold|keep-focus|lost-modal|menu|modal|panel|select|table|topics|use-list-dialog|use-opener|use-title)\.)/;

/** Shared by the screen of watches, a device's page and the dialogs of both. */
const EVERY_WATCHES_OWN =
  /web[\\/]src[\\/]features[\\/]watches[\\/](?!bell|device-watches|suggest|watch-button|watch-dialog|watch-form|condition|recent|watches-screen|notices[\\/](all|unread|watch)|targets)/;

/** Shared by the screen of schedules and a device's page. */
const EVERY_SCHEDULES_OWN = /web[\\/]src[\\/](devices[\\/](schedule|report-switch)|ui[\\/]legend\.)/;

/** Shared by long lists and a device's page; the dashboard has no search. */
const EVERY_SEARCHS_OWN = /web[\\/]src[\\/](lib[\\/]calendar-day|ui[\\/]search-input)\./;

/** State badges and lamps; the landing page uses them, too. */
const EVERY_SIGNALS_OWN =
  /broker[\\/]contract[\\/]device-events\.|web[\\/]src[\\/](devices[\\/]event-badge|ui[\\/](lamp|switch))\./;
const EVERY_COPYS_OWN = /web[\\/]src[\\/]ui[\\/]copy\./;
/** Authenticated calls, and what they load: used by the dashboard and by a phone that acts as a device. */
const EVERY_OWN_CALL =
  /virtual:own-calls$|web[\\/]src[\\/](api[\\/]call|lib[\\/]time|ui[\\/](loaded|moment))\./;

/** Loaded at start by every page, so no preload list has to name these files. */
const FIRST = /assets[\\/](base|page|index|rolldown-runtime)-[^\\/]*\.(js|css)$/;
export const laterOf = (files: string[]): string[] => files.filter((file) => !FIRST.test(file));

const own = { includeDependenciesRecursively: false };

export const CHUNKS = [
  { name: "base", test: BASE_PACKAGES },
  { name: "page", test: EVERY_PAGES_OWN },
  { name: "form", test: EVERY_FORMS_OWN, ...own },
  { name: "signal", test: EVERY_SIGNALS_OWN, ...own },
  { name: "copy", test: EVERY_COPYS_OWN, ...own },
  { name: "topic", test: EVERY_TOPICS_OWN, ...own },
  { name: "call", test: EVERY_OWN_CALL, ...own },
  { name: "screen", test: EVERY_SCREENS_OWN, ...own },
  { name: "watch", test: EVERY_WATCHES_OWN, ...own },
  { name: "schedule", test: EVERY_SCHEDULES_OWN, ...own },
  { name: "search", test: EVERY_SEARCHS_OWN, ...own },
  { name: "guide", test: EVERY_GUIDES_OWN, ...own },
  { name: "program", test: EVERY_PROGRAMS_OWN, ...own },
];
