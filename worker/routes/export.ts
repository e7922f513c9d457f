import { makeZip } from "client-zip";
import { askAccount } from "../account/account.ts";
import { limitsOf } from "../account/limits.ts";
import { type Call, type Route, route } from "../api/call.ts";
import { LONGEST_WAIT } from "../auth/in-turn.ts";
import { note } from "../auth/security-log.ts";
import { batch } from "../db/statement.ts";
import { type Password, passwordOf } from "../db/users.ts";
import { exportRunning, limitReached } from "../errors.ts";
import { type ExportedFile, ExportTooLarge, exportFiles, refuseTooLarge } from "../export/files.ts";
import { readLists } from "../export/lists.ts";
import { heldBy, takePlace } from "../export/place.ts";
import { askPassword } from "./password.ts";

const EXPORTED = { kind: "exported", detail: "The account was exported, with its secrets" } as const;

export const exportAccount = route<"exportAccount">((call) => exported(call));

/**
 * The page's: a browser that is left signed in must not give all passwords away with one press. The GET stays for programs
 * with a login session, whose calls keep their shapes.
 */
export const exportWithPassword: Route<"exportWithPassword", Password> = {
  waits: LONGEST_WAIT,
  alongside: (session, { env }) => passwordOf(env.DB, session),
  async act(call) {
    await askPassword(call, call.body.password);
    return exported(call);
  },
};

type Exporting = Pick<
  Call<"exportAccount" | "exportWithPassword">,
  "caller" | "env" | "headers" | "request" | "now" | "ask" | "address"
>;

/** A failure of a list is an error; a later one breaks the download off, so that no half export looks whole. */
async function exported(call: Exporting): Promise<Response> {
  const place = takePlace(call.caller.user.id, Date.now());
  if (place === null) throw exportRunning();
  try {
    const archive = await archiveOf(call);
    call.headers.set("Content-Type", "application/zip");
    call.headers.set("Content-Disposition", 'attachment; filename="switchyard-export.zip"');
    if (call.request.method === "HEAD") place.leave();
    else await batch(call.env.DB, { noted: await note(call, call.caller.user.id, EXPORTED) });
    return new Response(heldBy(place, archive), { headers: call.headers });
  } catch (error) {
    place.leave();
    throw error instanceof ExportTooLarge ? limitReached("MAX_EXPORT_BYTES", error.maxBytes) : error;
  }
}

async function archiveOf({ env, caller, ask, now }: Exporting) {
  const options = { ask, now, maxBytes: limitsOf(env, caller.user).MAX_EXPORT_BYTES };
  const lists = await readLists(ask);
  const { events } = await askAccount(env, caller.user.id, (account) => account.usage());
  refuseTooLarge(lists, events, options);
  return makeZip(entries(exportFiles(lists, options), new Date(now)));
}

async function* entries(files: AsyncIterable<ExportedFile>, lastModified: Date) {
  for await (const { name, bytes } of files) yield { name, input: bytes, lastModified };
}
