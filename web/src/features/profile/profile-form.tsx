import { useForm } from "@tanstack/react-form";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { User } from "../../../../worker/contract/user.ts";
import { updateUser } from "../../api/account.ts";
import type { FieldErrors } from "../../api/problem.ts";
import { userQuery } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useFormCall } from "../../api/use-form-call.ts";
import { mergeUser, useUser } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.ts";

type Details = Pick<User, "first_name" | "last_name" | "email">;

const REQUIRED = "This field is required.";
const FIELDS = [
  { name: "first_name", label: "First name", autoComplete: "given-name" },
  { name: "last_name", label: "Last name", autoComplete: "family-name" },
  { name: "email", label: "Email", autoComplete: "email" },
] as const;

const missing = (details: Details): FieldErrors =>
  Object.fromEntries(
    FIELDS.filter(({ name }) => details[name].trim() === "").map(({ name }) => [name, [REQUIRED]]),
  );

export function ProfileForm() {
  const { first_name, last_name, email } = useUser();
  const client = useQueryClient();
  // What another browser changed is taken over before it would be written back.
  const fresh = useQuery(userQuery()).data;
  useEffect(() => {
    if (fresh) mergeUser(fresh);
  }, [fresh]);
  const { busy, problem, run, refuse } = useFormCall({
    fallback: "Failed to update profile. Please try again.",
  });
  const form = useForm({
    defaultValues: { first_name, last_name, email } satisfies Details,
    onSubmit: async ({ value }) => {
      const wrong = missing(value);
      if (Object.keys(wrong).length > 0) return refuse({ fields: wrong });
      const saved = await run(async () => {
        const { data } = await updateUser(value);
        client.setQueryData(queryKeys.user, data);
        mergeUser(data);
      });
      if (saved) toast("success", "Profile updated successfully!");
    },
  });

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void form.handleSubmit();
      }}
    >
      {problem.message && <Note tone="stop">{problem.message}</Note>}
      {FIELDS.map(({ name, label, autoComplete }) => (
        <form.Field key={name} name={name}>
          {({ state, handleChange }) => (
            <TextField
              label={label}
              required
              type={name === "email" ? "email" : "text"}
              autoComplete={autoComplete}
              value={state.value}
              errors={problem.fields[name]}
              onChange={handleChange}
            />
          )}
        </form.Field>
      ))}
      <Button type="submit" look="primary" busy={busy} className="justify-self-start">
        Save Changes
      </Button>
    </form>
  );
}
