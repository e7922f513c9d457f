import type { LoginSession } from "../../../../worker/contract/user.ts";
import { CallError } from "../../api/problem.ts";
import { NO_SERVER_RESPONSE } from "../../forms/form-problem.ts";
import { signIn } from "../../session/session.ts";

export function enter(answer: Partial<LoginSession> | undefined): void {
  const data = answer?.data;
  if (!data?.token || !data.user) throw new CallError(200, NO_SERVER_RESPONSE);
  signIn({ token: data.token, user: data.user });
}
