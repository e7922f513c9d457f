/** Session storage key of sessions to end (`late-logout.ts`). In a file of its own, because few pages load that one. */
export const LEFT_KEY = "left_sessions";
