/** Sort order of accounts: descending. */
export const LARGEST_BY = [
  "devices",
  "channels",
  "credentials",
  "api_keys",
  "sessions",
  "created_at",
] as const;
