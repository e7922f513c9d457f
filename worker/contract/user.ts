import { z } from "zod";
import { moment, secret, text, uuid } from "./fields.ts";

export const User = z.object({
  id: uuid(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
});
export type User = z.infer<typeof User>;

/** What login and register answer. */
export const Session = z.object({ data: z.object({ token: z.string(), user: User }) });
export type Session = z.infer<typeof Session>;

export const UserCount = z.object({ total: z.int(), max: z.int() });
export type UserCount = z.infer<typeof UserCount>;

export const ApiKey = z.object({ id: uuid(), key: z.string(), created_at: moment() });
export type ApiKey = z.infer<typeof ApiKey>;

export const email = () =>
  text({ max: 254 })
    .transform((value) => value.toLowerCase())
    .pipe(z.email("Enter a valid email address."));

export const Login = z.object({ email: email(), password: secret({ max: 128 }) });
export type Login = z.input<typeof Login>;

export const UserUpdate = z.object({
  first_name: text({ max: 150 }),
  last_name: text({ max: 150 }),
  email: email(),
});
export type UserUpdate = z.input<typeof UserUpdate>;
