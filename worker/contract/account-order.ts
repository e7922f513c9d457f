/** Sort order of accounts: descending. Without schemas: the command line loads it. */
export const LARGEST_BY = [
  "devices",
  "channels",
  "credentials",
  "api_keys",
  "sessions",
  "created_at",
] as const;
