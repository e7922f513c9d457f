import { once } from "node:events";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { arrayBuffer, text } from "node:stream/consumers";
import { CliError } from "./cli-error.ts";
import type { CliStream } from "./context.ts";
import { visible } from "./terminal.ts";

/** Everything on standard input. */
export const restOf = (stdin: NodeJS.ReadStream): Promise<string> => text(stdin);

export const bytesOf = async (stdin: NodeJS.ReadStream): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await arrayBuffer(stdin));

/** A line from the terminal, without an echo. */
export async function hiddenAnswer(
  question: string,
  stdin: NodeJS.ReadStream,
  stderr: CliStream,
): Promise<string> {
  stderr.write(visible(question));
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: silence, terminal: true });
  const ended = Promise.race([once(lines, "line"), once(lines, "SIGINT"), once(lines, "close")]);
  const [line] = await ended;
  lines.close();
  stderr.write("\n");
  if (typeof line !== "string") throw new CliError("failed", "No token was entered: nothing was changed.");
  return line;
}
