/**
 * Ends requests whose client is gone. At the edge the platform reports that. The runtime of a desk notices a reset, but
 * not the end of a connection (FIN) to which nothing is written; its supervisor asks the system.
 */

/** Only on a desk: see `local/runtime/present-clients.ts`. */
export interface DeskEnv {
  SUPERVISOR?: Fetcher;
}

/** Server-Sent Events, and calls that wait for a reply: each holds one of few places of its account. */
const HOLDS_PLACE = /^https?:\/\/[^/]*\/v0\/(stream\/?(\?|$)|messages\/[^?]*\?(.*&)?reply=)/;

/** Returns the request, with a signal that its client's end aborts. Before that, others end whose clients are gone. */
export async function endedWithItsClient(request: Request, env: DeskEnv): Promise<Request> {
  const peer = request.cf?.clientIp;
  if (env.SUPERVISOR === undefined || typeof peer !== "string") return request;
  if (!HOLDS_PLACE.test(request.url)) return request;
  const gone = new AbortController();
  // its body ends with the client's connection
  const { body } = await env.SUPERVISOR.fetch(`http://supervisor/connections/${encodeURIComponent(peer)}`);
  body?.pipeTo(new WritableStream()).then(
    () => gone.abort(),
    () => {},
  );
  return new Request(request, { signal: AbortSignal.any([request.signal, gone.signal]) });
}
