import { makeZip } from "client-zip";
import { route } from "../api/call.ts";
import { type ExportedFile, exportFiles, readLists } from "../export/files.ts";

/** A failure of a list is an error; a later one breaks the download off, so that no half export looks whole. */
export const exportAccount = route<"exportAccount">(async ({ ask, now, headers }) => {
  const lists = await readLists(ask);
  headers.set("Content-Type", "application/zip");
  headers.set("Content-Disposition", 'attachment; filename="switchyard-export.zip"');
  return new Response(makeZip(entries(exportFiles(lists, ask, now), new Date(now))), { headers });
});

async function* entries(files: AsyncIterable<ExportedFile>, lastModified: Date) {
  for await (const { name, text } of files) {
    yield { name, input: typeof text === "string" ? text : bytes(text), lastModified };
  }
}

/** An archive takes text as bytes only. */
async function* bytes(text: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const part of text) yield encoder.encode(part);
}
