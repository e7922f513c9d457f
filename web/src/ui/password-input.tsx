import { type ComponentProps, type ReactNode, useState } from "react";
import { classNames } from "../lib/class-names.ts";
import { IconButton } from "./button.tsx";
import { Input } from "./field.tsx";

interface PasswordInputProps extends Omit<ComponentProps<"input">, "type"> {
  /** More buttons beside the one that shows and hides. */
  actions?: ReactNode;
}

export function PasswordInput({ actions, className, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input
        {...rest}
        type={shown ? "text" : "password"}
        spellCheck={false}
        autoCapitalize="none"
        className={classNames(actions ? "pr-32" : "pr-12", shown && "font-mono", className)}
      />
      <div className="absolute inset-y-0 right-1 flex items-center">
        <IconButton
          label={shown ? "Hide password" : "Show password"}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Eye struck={shown} />
        </IconButton>
        {actions}
      </div>
    </div>
  );
}

/** Drawn here because the public pages need no other icon. */
function Eye({ struck }: { struck: boolean }) {
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M1.2 8S3.6 3.4 8 3.4 14.8 8 14.8 8 12.4 12.6 8 12.6 1.2 8 1.2 8z" />
      <circle cx="8" cy="8" r="2" />
      {struck && <path d="m2.5 13.5 11-11" />}
    </svg>
  );
}
