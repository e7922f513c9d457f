import { OWN_CALLS } from "../../../worker/contract/calls.ts";
import { answerOf } from "./client.ts";

/** Fetches a call's answer as a file. */
export async function callForFile(name: "exportAccount"): Promise<Blob> {
  return (await answerOf(OWN_CALLS[name], { accept: "*/*", isFile: true })).data as Blob;
}
