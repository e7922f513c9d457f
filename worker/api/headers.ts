/** What the API reads from headers of requests, and the headers of every response. */

import { apiUrl, type Env, settings } from "../env.ts";

const SECURITY: Record<string, string> = {
  "X-Content-Type-Options": "nosniff",
  "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "X-Frame-Options": "DENY",
};
/** For responses without a page; pages set their own. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";

const EXPOSED = "Link, Retry-After, X-Request-Id";
const METHODS = "GET, POST, PUT, DELETE";
const REQUEST_HEADERS = "Authorization, Content-Type";

export function addHeaders(headers: Headers, requestId: string): void {
  headers.set("X-Request-Id", requestId);
  headers.set("Cache-Control", "no-store");
  for (const [name, value] of Object.entries(SECURITY)) headers.set(name, value);
  if (!headers.has("Content-Security-Policy")) headers.set("Content-Security-Policy", NO_PAGE);
}

/** Lets a web app of an allowed origin read responses: an exact list, no patterns, no credentials. */
export function addCors(env: Env, request: Request, headers: Headers): void {
  const { allowedOrigins } = settings(env);
  if (allowedOrigins.size === 0) return;
  headers.append("Vary", "Origin");
  const origin = request.headers.get("Origin");
  if (origin === null || !allowedOrigins.has(origin)) return;
  headers.set("Access-Control-Allow-Origin", origin);
  headers.set("Access-Control-Expose-Headers", EXPOSED);
  if (request.method === "OPTIONS") {
    headers.set("Access-Control-Allow-Methods", METHODS);
    headers.set("Access-Control-Allow-Headers", REQUEST_HEADERS);
    headers.set("Access-Control-Max-Age", "600");
  }
}

interface Page {
  env: Env;
  url: URL;
  headers: Headers;
}

/** Sets `Link` with `rel="next"`: the same query with this parameter (RFC 8288). */
export function linkNext({ env, url, headers }: Page, parameter: string, value: string): void {
  const next = new URLSearchParams(url.searchParams);
  next.set(parameter, value);
  headers.set("Link", `<${apiUrl(env) ?? ""}${url.pathname}?${next}>; rel="next"`);
}

export type Format = "json" | "csv";
const RANGES: Record<Format, readonly string[]> = {
  json: ["application/json", "application/*", "*/*"],
  csv: ["text/csv", "text/*"],
};

/** Returns the preferred format that the call can serve: JSON if all are equal; null for none. */
export function preferred(request: Request, formats: readonly Format[]): Format | null {
  const accept = request.headers.get("Accept");
  if (accept === null || accept.trim() === "") return "json";
  const ranges = accept.split(",").map((range) => {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    return { type, weight: Number(parameters.find((each) => each.startsWith("q="))?.slice(2) ?? 1) || 0 };
  });
  // weights matter only where there is a choice
  const weight = (format: Format) =>
    Math.max(-1, ...ranges.filter(({ type }) => RANGES[format].includes(type)).map((range) => range.weight));
  const named = formats.filter((format) => weight(format) >= 0).sort((a, b) => weight(b) - weight(a));
  return named[0] ?? null;
}

/**
 * Whether a call comes from the page or from a program: events record it. Node's `fetch` sends `Sec-Fetch-Mode` and Paho an `Origin`, so neither alone is enough; only browsers also send
 * Mozilla. A program that sends all three counts as the page.
 */
export const isFromPage = (headers: Headers): boolean =>
  headers.get("User-Agent")?.startsWith("Mozilla/") === true &&
  (headers.has("Origin") || headers.has("Sec-Fetch-Site"));
