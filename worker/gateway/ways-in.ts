/** The two ways to the door that names no account: `/mqtt` over WebSocket, and TCP. */

import { subprotocolOf } from "../../broker/contract/subprotocol.ts";
import { type Env, settings } from "../env.ts";
import { edgeOf } from "./arrival.ts";
import { answerTo, callerFrom, callerOf } from "./caller.ts";
import { deadline, hasPlace, keepOut, maxUnread, serve } from "./door.ts";
import { tcpLink } from "./tcp-link.ts";
import { FLOOD, webSocketLink } from "./websocket-link.ts";

/** Answers an upgrade whose path, origin and subprotocol were found good. */
export function openWebSocket(request: Request, env: Env): Response {
  const caller = callerOf(request, env);
  const { address } = caller;
  if (!hasPlace(env, address)) {
    const detail = "Too many clients of this address have not said who they are yet.";
    return Response.json({ detail }, { status: 503, headers: { "Retry-After": String(deadline(env)) } });
  }
  const [forClient, own] = Object.values(new WebSocketPair()) as [WebSocket, WebSocket];
  const client = webSocketLink(own, maxUnread(env), settings(env).broker.MQTT_FRAME_RATE);
  // The open socket keeps this running, not the answer.
  void serve(env, client, caller, edgeOf(env, request, caller)).then(() => {
    if (client.closing === FLOOD) keepOut(env, address);
  });
  return new Response(null, {
    status: 101,
    webSocket: forClient,
    headers: { "Sec-WebSocket-Protocol": subprotocolOf(request) ?? "", ...answerTo(caller) },
  });
}

/** A TCP connection, from its first byte to its last. */
export async function openTcp(socket: Socket, env: Env): Promise<void> {
  const { remoteAddress = "" } = await socket.opened;
  const address = hostOf(remoteAddress);
  if (!hasPlace(env, address)) return socket.close();
  const client = tcpLink(socket);
  await serve(env, client, callerFrom(env, address));
  client.destroy();
}

/** `192.0.2.1:50000` or `[2001:db8::1]:50000` without its port. */
const hostOf = (address: string): string => address.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1");
