/** Of session storage, where sessions lie that are still to be ended (`late-logout.ts`, which hardly any page loads). */
export const LEFT_KEY = "left_sessions";
