import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { User } from "../../../../worker/contract/account.ts";
import { SendVerification } from "../../account/send-verification.tsx";
import { useFreshUser } from "../../account/use-verification.ts";
import { call } from "../../api/call.ts";
import type { FormErrors } from "../../api/problem.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useDraft } from "../../forms/dialogs/use-item-form.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { mergeUser, useUser } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/inputs/password-input.tsx";
import { SelectField } from "../../ui/inputs/select.tsx";
import { TextField } from "../../ui/inputs/text-field.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { ProblemNote } from "../../ui/messages/problem-note.tsx";
import { toast } from "../../ui/messages/toast.ts";

/** The time zones to choose from; the empty value is the browser's own. */
function timeZoneOptions(chosen: string): (readonly [value: string, text: string])[] {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const known = Intl.supportedValuesOf("timeZone");
  // the server knows names that this browser may lack
  const names = chosen === "" || known.includes(chosen) ? known : [chosen, ...known];
  return [
    ["", `As this browser (${own})`],
    ...names.map((name) => [name, name.replaceAll("_", " ")] as const),
  ];
}

const CLOCK_OPTIONS = [
  ["12", "12 hours (6:30 PM)"],
  ["24", "24 hours (18:30)"],
] as const;

type Details = Pick<User, "first_name" | "last_name" | "email" | "clock"> & {
  /** Empty: the browser's. */
  time_zone: string;
  password: string;
};

const REQUIRED = "This field is required.";
const FIELDS = [
  { name: "first_name", label: "First name", autoComplete: "given-name" },
  { name: "last_name", label: "Last name", autoComplete: "family-name" },
  { name: "email", label: "Email", autoComplete: "email" },
] as const;

const NAMES = ["first_name", "last_name", "email", "clock", "time_zone"] as const;

/** Compares email addresses as the server does. */
const isAnother = (typed: string, email: string): boolean =>
  typed.trim().toLowerCase() !== email.toLowerCase();

const missing = (details: Omit<Details, "password">): FormErrors =>
  Object.fromEntries(
    FIELDS.filter(({ name }) => details[name].trim() === "").map(({ name }) => [name, [REQUIRED]]),
  );

export function ProfileForm() {
  const { first_name, last_name, email, clock, ...user } = useUser();
  const pending = user.pending_email;
  const client = useQueryClient();
  // Before the form would overwrite newer data.
  useFreshUser();
  const { busy, problem, run, refuse } = useFormCall({
    fallback: "Failed to update profile. Please try again.",
    conflict: "Another account has this email address.",
    done: null,
  });
  const stored = { first_name, last_name, email, clock, time_zone: user.time_zone ?? "" };
  const { draft, change, field } = useDraft<Details>({ ...stored, password: "" }, problem.fields);
  // A newer stored value replaces one that the user has not changed.
  const [before, setBefore] = useState(stored);
  const newer = NAMES.filter((name) => stored[name] !== before[name]);
  if (newer.length > 0) {
    const untouched = newer.filter((name) => draft[name] === before[name]);
    setBefore(stored);
    change(Object.fromEntries(untouched.map((name) => [name, stored[name]])));
  }
  const save = async () => {
    const { password, ...details } = draft;
    const wrong = missing(details);
    if (Object.keys(wrong).length > 0) return refuse({ fields: wrong });
    const saved = await run(async () => {
      const { data } = await call("updateUser", {
        body: {
          ...details,
          time_zone: details.time_zone || null,
          ...(isAnother(details.email, email) && { password }),
        },
      });
      client.setQueryData(queryKeys.user, data);
      mergeUser(data);
      // A new address takes effect later: the field shows the current one, the hint below it the pending one.
      change({ email: data.email, password: "" });
    });
    if (saved) toast("success", "Profile updated successfully!");
  };

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <ProblemNote problem={problem} />
      {FIELDS.map(({ name, label, autoComplete }) => (
        <TextField
          key={name}
          label={label}
          required
          type={name === "email" ? "email" : "text"}
          autoComplete={autoComplete}
          {...field(name)}
        />
      ))}
      {!user.email_verified && pending === null && <UnconfirmedEmail email={email} />}
      {pending !== null && <PendingEmail email={email} pending={pending} />}
      {isAnother(draft.email, email) && (
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          hint="Needed because you changed the email. We send a link to it; until you press its button, nothing changes."
          {...field("password")}
        />
      )}
      <SelectField label="Clock" options={CLOCK_OPTIONS} {...field("clock")} />
      <SelectField label="Time zone" options={timeZoneOptions(draft.time_zone)} {...field("time_zone")} />
      <Button type="submit" look="primary" busy={busy} className="justify-self-start">
        Save Changes
      </Button>
    </form>
  );
}

const UnconfirmedEmail = ({ email }: { email: string }) => (
  <Note tone="wait">
    <p className="wrap-anywhere">
      <strong>{email}</strong> waits for your confirmation: press the link in our email. Until then no notices
      are sent to it.
    </p>
    <div className="mt-2">
      <SendVerification />
    </div>
  </Note>
);

function PendingEmail({ email, pending }: { email: string; pending: string }) {
  const client = useQueryClient();
  const cancel = useFormCall({ fallback: "Failed to cancel the change. Please try again.", done: null });
  const takeBack = async () => {
    if (!(await cancel.run(() => call("cancelPendingEmail")))) return;
    mergeUser({ pending_email: null });
    toast("success", "Your email stays as it is.");
    await client.invalidateQueries({ queryKey: queryKeys.user });
  };
  return (
    <Note tone="wait" live>
      <p className="wrap-anywhere">
        We sent a link to <strong>{pending}</strong>. Until it is used, your email stays {email}.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <SendVerification />
        <Button size="sm" busy={cancel.busy} onClick={takeBack}>
          Keep {email}
        </Button>
      </div>
      <ProblemNote problem={cancel.problem} />
    </Note>
  );
}
