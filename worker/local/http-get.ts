import { get } from "node:http";
import { text } from "node:stream/consumers";

export interface GotText {
  status: number;
  text: string;
}

/** `fetch` would keep ten megabytes of the process for it. Rejects without an answer within `withinMs`. */
export function httpGet(url: URL, withinMs: number): Promise<GotText> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false, signal: AbortSignal.timeout(withinMs) }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, text: body }), reject);
    });
    request.once("error", reject);
  });
}
