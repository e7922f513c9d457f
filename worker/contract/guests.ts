/** Guests: a link to a page that shows or switches chosen devices. A guest is a token of its own kind. */

import * as z from "zod";
import { endpoints } from "./endpoint.ts";
import { choice, givenMoment, list, moment, named, text, uuid } from "./fields.ts";
import { MAX_GUEST_DEVICES, MAX_GUEST_NOTE, MAX_TOKEN_NAME } from "./limits.ts";
import { MESSAGES } from "./sentences.ts";

const MAY = ["see", "switch"] as const;

const FIELDS = {
  id: uuid(),
  name: z.string(),
  /** Ids of its devices that exist. */
  devices: z.array(uuid()),
  may: z.enum(MAY),
  /** Null: since it was made. */
  starts_at: moment().nullable(),
  /** Null: it does not end. */
  ends_at: moment().nullable(),
  /** The owner's words for the guest, such as a name and how to reach it; null: none. */
  note: z.string().nullable(),
  created_at: moment(),
  /** To the hour; null: never used. */
  last_used_at: moment().nullable(),
};
export const Guest = named("Guest", FIELDS);
export type Guest = z.infer<typeof Guest>;

/** The only response with the secret. */
const NewGuest = named("NewGuest", {
  ...FIELDS,
  /** The token is behind the `#`, so it reaches no server's log. Null when the web app's address is not set. */
  url: z.string().nullable(),
  token: z.string(),
});
export type NewGuest = z.infer<typeof NewGuest>;

const optionalMoment = () => text().pipe(givenMoment()).nullable().optional();

const GuestBody = named("GuestBody", {
  name: text({ max: MAX_TOKEN_NAME }),
  devices: list(
    uuid().transform((id) => id.toLowerCase()),
    MAX_GUEST_DEVICES,
  )
    .refine((ids) => ids.length > 0, MESSAGES.noScopes)
    .meta({ examples: [["6f1de6f0-6f0b-4a5c-9f57-3b1f6f3f5a10"]] }),
  may: choice(MAY),
  /** Null: at once. A `PUT` that leaves it out keeps it. */
  starts_at: optionalMoment(),
  /** Null: never. Likewise. */
  ends_at: optionalMoment(),
  /** Shown on the page, and when the link has ended. Null: none. Likewise. */
  note: text({ max: MAX_GUEST_NOTE }).nullable().optional(),
});

export const GUEST_CALLS = endpoints({
  listGuests: {
    method: "GET",
    path: "/v0/guests/",
    access: "user",
    summary: "Guests, newest first, without their links",
    response: z.array(Guest),
    problems: [503],
    whileSuspended: true,
  },
  createGuest: {
    method: "POST",
    path: "/v0/guests/",
    access: "user",
    status: 201,
    summary:
      "Make a guest's link: its page shows or switches these devices and nothing else; only this answer contains it",
    request: GuestBody,
    response: NewGuest,
  },
  updateGuest: {
    method: "PUT",
    path: "/v0/guests/{id}/",
    access: "user",
    summary: "Change a guest; its open pages follow before the answer",
    request: GuestBody,
    response: Guest,
  },
  deleteGuest: {
    method: "DELETE",
    path: "/v0/guests/{id}/",
    access: "user",
    summary: "End a guest's link; its pages and streams are closed before the answer",
  },
});
