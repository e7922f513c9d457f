/** Who wrote a message that is stored: a retained one, or one of the history. */

/** The letter of each kind in the stored form. A letter keeps its meaning for ever, because rows have it. */
const LETTERS = {
  credential: "c",
  /** A client that acts as a device. */
  device: "d",
  token: "t",
  /** An app that logged in to an assistant's address. */
  app: "a",
  "api-key": "k",
  /** A login session: a person on the page. */
  session: "s",
  guest: "g",
  watch: "w",
  schedule: "p",
  /** A person who answered a notice; its watch is named. */
  notice: "n",
  /** The broker itself, or a device's setting such as `auto_off`. */
  broker: "b",
} as const;
export type WriterKind = keyof typeof LETTERS;
export const WRITER_KINDS = Object.keys(LETTERS) as WriterKind[];

export interface MessageWriter {
  kind: WriterKind;
  /** Of its row; empty for a kind without rows, and where only the name is known. */
  id: string;
  /** The owner's name of that row at the time of writing; empty for a kind without names. */
  name: string;
}

export const BROKER_WRITER: MessageWriter = { kind: "broker", id: "", name: "" };

const KINDS = new Map<string, WriterKind>(WRITER_KINDS.map((kind) => [LETTERS[kind], kind]));

/** The stored form is one short text: the kind's letter, the id, a colon, the name. An id has no colon. */
export const writerText = ({ kind, id, name }: MessageWriter): string => `${LETTERS[kind]}${id}:${name}`;

/** Null for a row of an earlier release, which has none, and for a kind of a later release. */
export function writerIn(text: string | null): MessageWriter | null {
  const kind = KINDS.get(text?.slice(0, 1) ?? "");
  const colon = text?.indexOf(":") ?? -1;
  if (text === null || kind === undefined || colon < 0) return null;
  return { kind, id: text.slice(1, colon), name: text.slice(colon + 1) };
}
