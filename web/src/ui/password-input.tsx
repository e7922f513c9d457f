import { Eye, EyeOff } from "lucide-react";
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
          {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        </IconButton>
        {actions}
      </div>
    </div>
  );
}
