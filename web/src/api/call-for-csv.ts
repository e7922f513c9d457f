import { OWN_CALLS } from "../../../worker/contract/calls.ts";
import { type Arguments, answerOf, type Sent } from "./client.ts";

type WithCsv = "readDeviceSeries" | "readChannelSeries";

/** A call's answer for a spreadsheet. Apart from `call.ts`, which every reader of the guide has. */
export async function callForCsv<N extends WithCsv>(name: N, ...given: Arguments<N>): Promise<string> {
  const [sent] = given as [Sent?];
  return (await answerOf(OWN_CALLS[name], { ...sent, accept: "text/csv" })).data as string;
}
