/** On a desk nothing stands before the Worker that compresses its texts, as Cloudflare does. */

/** JSON is left out: most of it is shorter than what compression saves. Events must not wait for a full block. */
const TEXT = /^(text\/(css|html|javascript|markdown|plain)|image\/svg\+xml|application\/manifest\+json)\b/;

/** Returns a text of the page compressed by the runtime, for a client that accepts it (RFC 9110 12.5.3). */
export function compressed(request: Request, answer: Response): Response {
  const { headers } = answer;
  const isText = TEXT.test(headers.get("Content-Type") ?? "") && !headers.has("Content-Encoding");
  if (request.method !== "GET" || answer.status !== 200 || answer.body === null || !isText) return answer;
  const response = new Response(answer.body, answer);
  response.headers.append("Vary", "Accept-Encoding");
  if (!accepts(request.headers.get("Accept-Encoding") ?? "")) return response;
  response.headers.set("Content-Encoding", "gzip");
  response.headers.delete("Content-Length");
  // other bytes than those of the file (RFC 9110 8.8.3.3)
  const tag = headers.get("ETag");
  if (tag?.startsWith('"')) response.headers.set("ETag", `W/${tag}`);
  return response;
}

const accepts = (accepted: string): boolean =>
  accepted.split(",").some((each) => /^\s*(x-)?gzip\s*(;\s*q=(1|0\.0*[1-9]).*)?$/i.test(each));
