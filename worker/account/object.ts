/** An account's object by the account's id: the only place that names it. */

import type { AccountCalls } from "../../broker/rpc.ts";
import type { Env } from "../env.ts";

export type Objects = Pick<Env, "BROKER">;
export type AccountObject = Omit<AccountCalls<Env>, "fetch"> & Pick<Fetcher, "fetch">;

/** Asked for anew each time: a stub whose object was reset stays broken. */
export const objectOf = ({ BROKER }: Objects, userId: string): AccountObject =>
  BROKER.getByName(userId) as unknown as AccountObject;
