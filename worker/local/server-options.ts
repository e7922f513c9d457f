import { parseArgs } from "node:util";

const OPTIONS = {
  port: { type: "string" },
  "persist-to": { type: "string" },
  ip: { type: "string" },
  config: { type: "string" },
  "env-file": { type: "string", multiple: true },
  var: { type: "string", multiple: true },
  nap: { type: "string" },
} as const;

export interface ServerOptions {
  port: number;
  persistTo: string;
  ip: string | undefined;
  config: string | undefined;
  envFiles: string[] | undefined;
  variables: Record<string, string>;
  /** How often accounts' objects are put to sleep. Milliseconds. */
  napMs: number | undefined;
}

/** Returns null if our server does not support one of these arguments of `wrangler dev`. */
export function serverOptions(args: string[]): ServerOptions | null {
  try {
    const { values } = parseArgs({ args, options: OPTIONS });
    const variables = (values.var ?? []).map((text): [string, string] => {
      const colon = text.indexOf(":");
      return [text.slice(0, Math.max(0, colon)), text.slice(colon + 1)];
    });
    if (values.port === undefined || values["persist-to"] === undefined) return null;
    if (variables.some(([name]) => name === "")) return null;
    return {
      port: Number(values.port),
      persistTo: values["persist-to"],
      ip: values.ip,
      config: values.config,
      envFiles: values["env-file"],
      variables: Object.fromEntries(variables),
      napMs: values.nap === undefined ? undefined : Number(values.nap),
    };
  } catch {
    return null;
  }
}
