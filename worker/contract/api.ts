/** Every call of the API, with those of operators: the types of its request and response. */

import type { z } from "zod";
import { ENDPOINTS } from "./endpoints.ts";
import { OPERATOR_ENDPOINTS } from "./operator-endpoints.ts";

export const API = { ...ENDPOINTS, ...OPERATOR_ENDPOINTS };

export type ApiCall = keyof typeof API;

/** The type of an endpoint's schema; null where it has none. */
type Part<E, P extends string> = E extends Record<P, infer S> ? S : null;
type Of<N extends ApiCall> = (typeof API)[N];
/** The body as it is sent. */
export type RequestOf<N extends ApiCall> =
  Part<Of<N>, "request"> extends z.ZodType<unknown, infer I> ? I : undefined;
/** The body after validation. */
export type BodyOf<N extends ApiCall> = Part<Of<N>, "request"> extends z.ZodType<infer O> ? O : undefined;
/** The query as it is sent. */
export type SearchOf<N extends ApiCall> =
  Part<Of<N>, "query"> extends z.ZodType<unknown, infer I> ? I : undefined;
/** The query after validation. */
export type QueryOf<N extends ApiCall> = Part<Of<N>, "query"> extends z.ZodType<infer O> ? O : undefined;
export type ResponseOf<N extends ApiCall> =
  Part<Of<N>, "response"> extends z.ZodType<infer O> ? O : undefined;
