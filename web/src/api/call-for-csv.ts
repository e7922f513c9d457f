import { OWN_CALLS } from "../../../worker/contract/calls.ts";
import { type Arguments, answerOf, type Sent } from "./client.ts";

type WithCsv = "readDeviceSeries" | "readChannelSeries";

/** Fetches a call's answer as CSV. In a file of its own, because every page of the guide loads `call.ts`. */
export async function callForCsv<N extends WithCsv>(name: N, ...given: Arguments<N>): Promise<string> {
  const [sent] = given as [Sent?];
  return (await answerOf(OWN_CALLS[name], { ...sent, accept: "text/csv" })).data as string;
}
