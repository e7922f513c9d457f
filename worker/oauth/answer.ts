/** Requests and answers of the OAuth endpoints: forms, JSON, and the errors of RFC 6749, 5.2. */

import type { IncomingCall } from "../api/call.ts";
import { readBytes } from "../api/input.ts";
import { ApiError, bodyTooLarge, methodNotAllowed } from "../errors.ts";
import { clientAddress } from "../throttle/address.ts";

/** Bytes of a body. */
const MAX_BODY = 32_768;

export class OAuthFault extends Error {
  override name = "OAuthFault";
  readonly error: string;
  readonly status: 400 | 401 | 503;

  constructor(error: string, description: string, status: 400 | 401 | 503 = 400) {
    super(description);
    this.error = error;
    this.status = status;
  }
}

const invalidForm = (description: string) => new OAuthFault("invalid_request", description);

type Endpoint = (incoming: IncomingCall) => Promise<Response>;

/** Answers POST only, and an error in the form of OAuth. */
export const endpoint =
  (work: Endpoint): Endpoint =>
  async (incoming) => {
    const { method } = incoming.request;
    if (method !== "POST") throw methodNotAllowed(method, "POST");
    try {
      return await work(incoming);
    } catch (error) {
      const answer = answerOf(error);
      if (answer === null) throw error;
      return answer;
    }
  };

function answerOf(error: unknown): Response | null {
  if (error instanceof OAuthFault) return refusal(error.status, error.error, error.message);
  if (!(error instanceof ApiError)) return null;
  const { status, body, headers } = error;
  const sentence = "detail" in body ? body.detail : "The request could not be read.";
  return refusal(status, status < 429 ? "invalid_request" : "temporarily_unavailable", sentence, headers);
}

const refusal = (status: number, error: string, sentence: string, headers: Record<string, string> = {}) =>
  Response.json({ error, error_description: inAscii(sentence) }, { status, headers });

/** RFC 6749, 5.2: printable ASCII without quotes and backslashes. */
const inAscii = (text: string): string => text.replace(/["\\]/g, "'").replace(/[^ -~]/g, "?");

export async function bodyOf({ request, env }: IncomingCall): Promise<Uint8Array> {
  const holder = clientAddress(request);
  const bytes = await readBytes(request, { env, holder, max: MAX_BODY });
  if (bytes === null) throw bodyTooLarge(MAX_BODY);
  return bytes;
}

export type Form = ReadonlyMap<string, string>;

/** A parameter without a value counts as left out, and none may come twice (RFC 6749, 3.2). */
export async function formOf(incoming: IncomingCall): Promise<Form> {
  const type = incoming.request.headers.get("Content-Type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    throw invalidForm("Send a form: application/x-www-form-urlencoded.");
  }
  // a secret would be in the logs of every server on the way
  if (incoming.url.search !== "") throw invalidForm("Send parameters in the body, not in the address.");
  if (incoming.request.headers.has("Authorization")) {
    throw new OAuthFault("invalid_client", "Clients here have no secret: send client_id in the body.", 401);
  }
  const form = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(await bodyOf(incoming)))) {
    if (form.has(name)) throw invalidForm(`The parameter ${name.slice(0, 100)} comes twice.`);
    form.set(name, value);
  }
  return form;
}

export function required(form: Form, name: string): string {
  const value = form.get(name);
  if (!value) throw invalidForm(`The parameter ${name} is missing.`);
  return value;
}
