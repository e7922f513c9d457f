/** The official parser of AsyncAPI, from the packages of this layer. */

import { execFile } from "node:child_process";
import { inRoot } from "../../worker/local/paths.ts";

const PROGRAM = `
import { text } from "node:stream/consumers";
import { Parser } from "@asyncapi/parser";
const results = [];
for (const source of JSON.parse(await text(process.stdin))) {
  const { document, diagnostics } = await new Parser().parse(source);
  const wrong = diagnostics.filter(({ severity }) => severity < 2).map(({ message, path }) => message + " " + path.join("."));
  results.push({ channels: document?.channels().length ?? 0, wrong });
}
console.log(JSON.stringify(results));
`;

interface Parsed {
  channels: number;
  wrong: string[];
}

/** Returns the errors and warnings of each document, and how many channels the parser found. */
export const parsedAsyncapi = (documents: string[]): Promise<Parsed[]> =>
  new Promise((resolve, reject) => {
    const args = ["--input-type=module", "--eval", PROGRAM];
    const options = { cwd: inRoot("test/firmware"), maxBuffer: 1 << 24 };
    const parser = execFile(process.execPath, args, options, (error, output) => {
      if (error === null) resolve(JSON.parse(output));
      else reject(error);
    });
    parser.stdin?.end(JSON.stringify(documents));
  });
