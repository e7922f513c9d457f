/**
 * Answers that cost much and may be ten seconds old, such as what a scraper reads. Each is kept for one session or token
 * only: an answer never reaches a caller with other rights, and the caller is authenticated before it is looked up.
 */

import { digest } from "../keys/digest.ts";

export const KEPT_MS = 10_000;
/** Characters of all kept answers of an isolate; the oldest go first. */
const MAX_KEPT = 8 * 1024 ** 2;

export interface KeptAnswer {
  text: string;
  /** RFC 9110, section 8.8.3. */
  etag: string;
  /** When its contents were read. Milliseconds since 1970. */
  at: number;
}

export class KeptAnswers {
  readonly #maxLength: number;
  readonly #answers = new Map<string, KeptAnswer>();
  #length = 0;

  constructor(maxLength = MAX_KEPT) {
    this.#maxLength = maxLength;
  }

  /** Returns null for one that is older than ten seconds, also after a jump of the clock. */
  get(key: string, now: number): KeptAnswer | null {
    const answer = this.#answers.get(key);
    if (answer !== undefined && Math.abs(now - answer.at) < KEPT_MS) return answer;
    this.#remove(key);
    return null;
  }

  put(key: string, text: string, at: number): KeptAnswer {
    const answer = { text, etag: `"${digest(text).slice(0, 32)}"`, at };
    this.#remove(key);
    this.#answers.set(key, answer);
    this.#length += text.length;
    for (const oldest of this.#answers.keys()) {
      if (this.#length <= this.#maxLength) break;
      this.#remove(oldest);
    }
    return answer;
  }

  #remove(key: string): void {
    this.#length -= this.#answers.get(key)?.text.length ?? 0;
    this.#answers.delete(key);
  }
}

/** Returns the answer, or 304 when the caller has it (RFC 9110, section 13.1.2). */
export function conditional({ text, etag }: KeptAnswer, request: Request, headers: Headers): Response {
  headers.set("ETag", etag);
  const isKnown = tagsIn(request.headers.get("If-None-Match")).some((tag) => tag === "*" || tag === etag);
  return new Response(isKnown ? null : text, { status: isKnown ? 304 : 200, headers });
}

/** A proxy may have made them weak. */
const tagsIn = (header: string | null): string[] =>
  (header ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
