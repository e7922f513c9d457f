/** Joining twice is joining once. */
export const joinWaitlist = (db: D1Database, email: string, now: number) =>
  db
    .prepare("INSERT INTO waitlist (email, created_at) VALUES (?1, ?2) ON CONFLICT (email) DO NOTHING")
    .bind(email, now)
    .run();
