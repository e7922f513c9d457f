/** The signed-in person. */
export const ADA = {
  id: "u1",
  email: "ada@example.com",
  first_name: "Ada",
  last_name: "Byron",
  email_verified: false,
  pending_email: null,
  suspended: null,
  time_zone: null,
  clock: "12" as const,
};
