import { help, parseCommand } from "./admin/arguments.ts";
import { type ApiAccess, firstKey, keyInFile, operatorClient } from "./admin/operator.ts";
import { secretsFile } from "./local-secrets.ts";
import { stateDir } from "./paths.ts";
import { UserError } from "./user-error.ts";

export interface AdminContext {
  environment: NodeJS.ProcessEnv;
  file: string;
  fetch: typeof fetch;
  /** Milliseconds since 1970. */
  clock: () => number;
  print(text: string): void;
}

const defaults = (): AdminContext => ({
  environment: process.env,
  file: secretsFile(stateDir(process.env)),
  fetch,
  clock: Date.now,
  print: (text) => void process.stdout.write(text),
});

/** `npm run admin`: the operator's commands, which call the API with an operator's key. */
export async function main(args: string[], overrides: Partial<AdminContext> = {}): Promise<number> {
  const context = { ...defaults(), ...overrides };
  const parsed = parseCommand(args);
  if (parsed === null) {
    context.print(help());
    return 0;
  }
  const { command, words, options, url, keyFile, isJson } = parsed;
  const access = accessOf(url, keyFile, context);
  const isRemote = !isLocal(access.url);
  const operator = operatorClient(access, context.fetch);
  const { clock, file } = context;
  const output = await command.run({ operator, words, options, clock, isRemote, file });
  context.print(isJson ? `${JSON.stringify(output.data, null, 2)}\n` : output.text);
  return output.failed ? 1 : 0;
}

/** From the options, then the environment, then this machine. */
function accessOf(option: string | undefined, keyFile: string | undefined, context: AdminContext): ApiAccess {
  const { APP_URL, PORT, OPERATOR_KEY } = context.environment;
  const url = option ?? (APP_URL || `http://127.0.0.1:${PORT || "8787"}`);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UserError(`--url is an address like https://switchyard.your.host, not "${url}".`);
  // Over plain http, others on the way could read the key.
  if (!isLocal(url) && !url.startsWith("https:"))
    throw new UserError(`An operator's key goes over https: only, not to ${url}.`);
  if (keyFile !== undefined) return { url, key: keyInFile(keyFile) };
  if (OPERATOR_KEY) return { url, key: firstKey(OPERATOR_KEY, "in $OPERATOR_KEY") };
  // The local key is only for the local product.
  if (isLocal(url)) return { url, key: keyInFile(context.file) };
  throw new UserError("Say with which key: --key-file FILE, or OPERATOR_KEY in the environment.");
}

const isLocal = (url: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
