/** The ways to get a field wrong, and the message for each: the texts of Django REST Framework. */

import type { Caller, GoldenRow } from "./row.ts";

interface TextField {
  kind: "text" | "secret" | "email";
  name: string;
  max: number;
  /** The message for a text that is too long, unless it is the usual one. */
  tooLong?: string;
  optional?: boolean;
  blank?: boolean;
  /** Further messages when the field is blank: each rule of a password. */
  alsoWhenBlank?: string[];
}

/** A valid body, and its fields, each of which is made invalid in turn. */
export interface Form {
  call: string;
  as: Caller;
  body: Record<string, unknown>;
  fields: readonly TextField[];
}

const REQUIRED = "This field is required.";
const NULL = "This field may not be null.";
const BLANK = "This field may not be blank.";
const NO_STRING = "Not a valid string.";

export const invalidRows = (form: Form): GoldenRow[] =>
  form.fields.flatMap((field) =>
    waysToSpoil(field).map(({ because, value, sentences }) => {
      const body: Record<string, unknown> = { ...form.body, [field.name]: value };
      if (value === undefined) delete body[field.name];
      return {
        call: form.call,
        because: `${field.name} ${because}`,
        as: form.as,
        json: body,
        status: 400,
        answer: { errors: { [field.name]: sentences } },
      };
    }),
  );

interface Spoiling {
  because: string;
  value: unknown;
  sentences: string[];
}

function waysToSpoil(field: TextField): Spoiling[] {
  const ways: Spoiling[] = [
    { because: "is null", value: null, sentences: [NULL] },
    { because: "is a list", value: ["x"], sentences: [NO_STRING] },
    { because: "is an object", value: { $gt: "" }, sentences: [NO_STRING] },
    { because: "is a boolean", value: true, sentences: [NO_STRING] },
  ];
  if (!field.optional) ways.push({ because: "is missing", value: undefined, sentences: [REQUIRED] });
  if (!field.blank) {
    ways.push({ because: "is blank", value: "", sentences: [BLANK, ...(field.alsoWhenBlank ?? [])] });
  }
  if (field.kind !== "secret" && !field.blank) {
    ways.push({ because: "is white space", value: " \t ", sentences: [BLANK] });
  }
  return [...ways, ...waysToSpoilText(field)];
}

function waysToSpoilText(field: TextField): Spoiling[] {
  const long = field.tooLong ?? `Ensure this field has no more than ${field.max} characters.`;
  const filler = field.kind === "secret" ? "Aa1!" : "abcd";
  const tooLong = `${filler.repeat(Math.ceil(field.max / 4)).slice(0, field.max)}x`;
  const ways: Spoiling[] = [
    { because: "is one character too long", value: tooLong, sentences: [long] },
    {
      because: "holds a null character",
      value: "Aa1!Aa1!\u0000",
      sentences: ["Null characters are not allowed."],
    },
    {
      because: "holds half a surrogate pair",
      value: "Aa1!Aa1!\ud800",
      sentences: ["Surrogate characters are not allowed."],
    },
  ];
  if (field.kind === "email") {
    ways.push(
      { because: "is no address", value: "nobody", sentences: ["Enter a valid email address."] },
      {
        because: "has a line break",
        value: "a@b.co\r\nBcc: c@d.co",
        sentences: ["Enter a valid email address."],
      },
    );
  }
  return ways;
}
