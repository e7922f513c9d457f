import { OWN_CALLS } from "../../../worker/contract/own-calls.ts";
import { session } from "../session/session.ts";
import { addressOf } from "./client.ts";
import { CallError, problemOf } from "./problem.ts";

/** A file may take minutes. */
const DEADLINE_MS = 600_000;
const lost = (): never => {
  throw new CallError(0, null);
};

/** Fetches a call's answer as a file. A download that breaks off is an error. */
export async function callForFile(name: "exportAccount"): Promise<Blob> {
  const now = session.get();
  const token = now.status === "authenticated" ? now.token : "";
  const response = await fetch(addressOf(OWN_CALLS[name], {}), {
    headers: { Authorization: `Token ${token}` },
    signal: AbortSignal.timeout(DEADLINE_MS),
  }).catch(lost);
  if (!response.ok) throw problemOf(response.status, await response.text().catch(() => ""));
  return response.blob().catch(lost);
}
