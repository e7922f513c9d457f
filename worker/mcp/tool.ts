/** What a tool of an assistant is, and the fields that several have. */

import * as z from "zod";
import { utcMoment } from "../../broker/contract/moment.ts";
import { CALLS, type CallName } from "../contract/api.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import { MESSAGES } from "../contract/sentences.ts";
import type { Api } from "./api.ts";

export interface AssistantTool {
  name: string;
  title: string;
  description: string;
  /** The call whose scopes a token needs. */
  call: CallName;
  /** A scope that its token needs, too. */
  alsoNeeds?: "messages:read";
  input: z.ZodObject;
  /** What its answer always has; names and payloads in it are cut. */
  output: z.ZodObject;
  /** Whether it acts, and not only reads. */
  changes?: true;
  /** A second call with the same arguments changes nothing more. */
  isIdempotent?: true;
  run(args: never, api: Api): Promise<object>;
}

export const tool = <Shape extends z.ZodRawShape>(
  row: Omit<AssistantTool, "input" | "output" | "run"> & {
    input: Shape;
    output: z.ZodRawShape;
    run(args: z.infer<z.ZodObject<Shape>>, api: Api): Promise<object>;
  },
): AssistantTool => ({
  ...row,
  input: z.strictObject(row.input) as never,
  output: z.looseObject(row.output) as never,
});

/**
 * The schema as assistants read it. The interfaces of large vendors refuse all tools of a request for one keyword that
 * they do not know: the values of an object without properties have no schema.
 */
export const inputSchemaOf = (input: z.ZodObject): object => schemaOf(input, "input");
export const outputSchemaOf = (output: z.ZodObject): object => schemaOf(output, "output");

const schemaOf = (shape: z.ZodObject, io: "input" | "output"): object =>
  z.toJSONSchema(shape, {
    io,
    override({ jsonSchema }) {
      delete jsonSchema.propertyNames;
      if (typeof jsonSchema.additionalProperties === "object") delete jsonSchema.additionalProperties;
      if (Object.keys(jsonSchema.properties ?? { any: true }).length === 0) delete jsonSchema.properties;
    },
  });

/** Returns the scope that a tool needs and these scopes lack, or null. */
export function missingFor(
  { call, alsoNeeds }: Pick<AssistantTool, "call" | "alsoNeeds">,
  scopes: readonly string[],
): string | null {
  const { scopes: needed = [], messages }: Endpoint = CALLS[call];
  const all = [...(messages === undefined ? needed : [messages]), ...(alsoNeeds ? [alsoNeeds] : [])];
  // `devices:switch` may be limited to a device, `messages:publish` is always limited to a filter
  const isThere = (scope: string) => scopes.some((each) => each === scope || each.startsWith(`${scope}:`));
  return all.find((scope) => !isThere(scope)) ?? null;
}

/** Items of a list in one answer. */
export const PAGE = 100;

export const device_id = z.uuid().describe("Id of a device, from list_devices");
/** As in the API. No `format` in the schema: JSON Schema's `date-time` requires seconds and a zone. */
export const moment = (words: string) =>
  z
    .string()
    .refine((text) => utcMoment(text) !== null, MESSAGES.wrongMoment)
    .describe(`${words}. ISO 8601, UTC without a zone`);
export const PERIOD = { from: moment("Inclusive").optional(), to: moment("Exclusive").optional() };
export const wait = (most: number) =>
  z.int().min(0).max(most).default(5).describe("Seconds to wait for acknowledgements");
