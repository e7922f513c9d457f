import { Field, Input } from "../../ui/field.tsx";

/** No `type=email` validation by the browser: the page shows the server's messages. */
export function EmailField({
  errors,
  given,
  autoFocus = false,
}: {
  errors?: string[] | undefined;
  given?: string;
  autoFocus?: boolean;
}) {
  return (
    <Field label="Email" errors={errors}>
      {(input) => (
        <Input
          {...input}
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          defaultValue={given}
          autoFocus={autoFocus}
        />
      )}
    </Field>
  );
}
