/** Who writes a message, and whether a writer still exists. */

import type { ListedWriter } from "../../contract/messages.ts";
import { BROKER_WRITER, type MessageWriter } from "../../contract/writer.ts";
import { loginOf, refIn } from "../../routing/access.ts";
import type { BrokerStore } from "../../storage/store.ts";
import type { Author } from "../turn/plan.ts";

/** The id in the place of a login where a person on the page calls. */
export const PAGE_LOGIN = "session";

/** `principal`: the key of the publishing session; empty for the broker, and for a caller over HTTP. */
export function writerOf(
  { rightsCopy }: Pick<BrokerStore, "rightsCopy">,
  principal: string,
  by?: Pick<Author, "login">,
): MessageWriter {
  const login = by?.login ?? loginOf(principal);
  if (login === "") return BROKER_WRITER;
  if (login === PAGE_LOGIN) return { kind: "session", id: "", name: "" };
  // only tokens call over HTTP
  const ref = by?.login === undefined ? refIn(principal) : ({ kind: "token", tokenId: login } as const);
  const id = ref.kind === "device" ? ref.deviceId : login;
  // a row that the copy does not have yet is new, and has its name when the list is read
  return rightsCopy.writers.get(id) ?? { kind: ref.kind, id, name: "" };
}

type Rows = Pick<BrokerStore, "rightsCopy" | "watches" | "schedules">;

/** The writer with its present name, or the name that it had when it wrote. */
export function listedWriter(store: Rows, writer: MessageWriter | null): ListedWriter | null {
  if (writer === null) return null;
  const now = store.rightsCopy.writers.get(writer.id);
  return { ...writer, ...now, exists: now !== undefined || isOther(store, writer) };
}

/** Whether a writer that is no login and no device exists. */
function isOther({ watches, schedules }: Rows, { kind, id }: MessageWriter): boolean {
  switch (kind) {
    case "watch":
      return watches.get(id) !== null;
    case "schedule":
      return schedules.deviceOf(id) !== null;
    case "session":
    case "notice":
    case "broker":
      return true;
    default:
      return false;
  }
}
