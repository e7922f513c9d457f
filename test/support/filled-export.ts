/** A process that exports an account which fills every limit, and prints what it took. Its heap is bounded by its parent. */

import { API_LIMITS } from "../../worker/contract/api-limits.ts";
import { exportFiles } from "../../worker/export/files.ts";
import { readLists } from "../../worker/export/lists.ts";
import { filledAsk, NOW } from "./filled-account.ts";

const options = { ask: filledAsk, now: NOW, maxBytes: API_LIMITS.MAX_EXPORT_BYTES.default };
const files: Record<string, number> = {};
let longest = 0;
for await (const { name, bytes: chunks } of exportFiles(await readLists(filledAsk), options)) {
  let bytes = 0;
  for await (const part of chunks) {
    bytes += part.length;
    longest = Math.max(longest, part.length);
  }
  files[name] = bytes;
}
process.stdout.write(JSON.stringify({ files, longest }));
