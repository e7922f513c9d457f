import { PAGE_MESSAGES } from "../../../worker/contract/sentences.ts";
import { Checkbox } from "../ui/field.tsx";

/** The name of the checkbox in the form. */
const NAME = "delete_tokens";

/** Beside a new password: how many tokens stay valid, and the choice to delete them. Nothing without tokens. */
export function TokensStay({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <div className="grid gap-2">
      <p className="text-sm">{PAGE_MESSAGES.tokensStay(count)} Programs use them in your name.</p>
      <Checkbox name={NAME} label={count === 1 ? "Delete it" : `Delete all ${count} tokens`} />
    </div>
  );
}

/** The part of a call's body that the checkbox means. */
export const tokensIn = (form: HTMLFormElement): { delete_tokens?: true } =>
  new FormData(form).has(NAME) ? { delete_tokens: true } : {};
