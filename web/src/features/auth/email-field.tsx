import { Field, Input } from "../../ui/field.tsx";

/** Not `type=email` validation by the browser: the server's sentences are the ones shown. */
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
