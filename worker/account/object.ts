/** Returns the stub of an account's object. No other file does. */

import type { AccountCalls } from "../../broker/rpc.ts";
import type { Env } from "../env.ts";

export type Objects = Pick<Env, "BROKER">;
export type AccountObject = Omit<AccountCalls<Env>, "fetch"> & Pick<Fetcher, "fetch">;

/** A new stub each time: one whose object was reset stays broken. */
export const objectOf = ({ BROKER }: Objects, userId: string): AccountObject =>
  BROKER.getByName(userId) as unknown as AccountObject;
