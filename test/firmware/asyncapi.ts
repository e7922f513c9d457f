/** The official parser of AsyncAPI, from the packages of this layer. */

import { execFile } from "node:child_process";
import { inRoot } from "../../worker/local/paths.ts";

const PROGRAM = `
import { text } from "node:stream/consumers";
import { Parser } from "@asyncapi/parser";
const { document, diagnostics } = await new Parser().parse(await text(process.stdin));
const wrong = diagnostics.filter(({ severity }) => severity < 2).map(({ message, path }) => message + " " + path.join("."));
console.log(JSON.stringify({ channels: document?.channels().length ?? 0, wrong }));
`;

/** Returns the errors and warnings of a document, and how many channels the parser found. */
export const parsedAsyncapi = (document: string): Promise<{ channels: number; wrong: string[] }> =>
  new Promise((resolve, reject) => {
    const args = ["--input-type=module", "--eval", PROGRAM];
    const options = { cwd: inRoot("test/firmware"), maxBuffer: 1 << 24 };
    const parser = execFile(process.execPath, args, options, (error, output) => {
      if (error === null) resolve(JSON.parse(output));
      else reject(error);
    });
    parser.stdin?.end(document);
  });
