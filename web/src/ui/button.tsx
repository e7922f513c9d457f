import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "../lib/class-names.ts";
import { Spinner } from "./loading/spinner.tsx";

export type ButtonLook = "primary" | "secondary" | "quiet" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

const LOOKS: Record<ButtonLook, string> = {
  primary: "border-ink bg-ink text-paper hover:bg-ink/88 touch",
  secondary: "border-edge bg-panel text-ink hover:border-ink",
  quiet: "border-transparent bg-transparent text-ink hover:bg-well",
  danger: "border-stop bg-panel text-stop hover:bg-stop hover:text-paper",
};
const SIZES: Record<ButtonSize, string> = {
  sm: "h-8 gap-1.5 px-2.5 text-sm",
  md: "h-10 gap-2 px-4 text-sm",
  lg: "h-12 gap-2.5 px-6 text-base",
};

/** For links that look like buttons. */
export const buttonClass = (
  look: ButtonLook = "secondary",
  size: ButtonSize = "md",
  extra?: string,
): string =>
  classNames(
    "inline-flex shrink-0 items-center justify-center whitespace-nowrap rounded-md border font-medium transition-colors",
    "disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:opacity-50 active:translate-y-px",
    LOOKS[look],
    SIZES[size],
    extra,
  );

/** In progress; or "waiting" until a call may be repeated. */
export type Busy = boolean | "waiting";

interface ButtonProps extends ComponentProps<"button"> {
  look?: ButtonLook;
  size?: ButtonSize;
  /** Ignores clicks but keeps the focus, and shows a spinner if in progress. */
  busy?: Busy | undefined;
  /** The id of the element that names its row: for screen readers and voice the button is "Edit Porch lamp". */
  namedBy?: string | undefined;
}

export function Button(props: ButtonProps) {
  const { look, size, busy = false, namedBy, className, children, onClick, ...rest } = props;
  const ownId = useId();
  const id = rest.id ?? ownId;
  return (
    <button
      type="button"
      {...(namedBy !== undefined && { id, "aria-labelledby": `${id} ${namedBy}` })}
      {...rest}
      className={buttonClass(look, size, className)}
      aria-disabled={busy !== false || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy === true && <Spinner />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonProps, "size" | "children"> {
  /** The accessible name and tooltip. */
  label: string;
  children: ReactNode;
}

export function IconButton({ label, look = "quiet", className, children, ...rest }: IconButtonProps) {
  return (
    <Button
      look={look}
      size="sm"
      aria-label={label}
      title={label}
      className={classNames("w-8 px-0! touch [&_svg]:size-4", className)}
      {...rest}
    >
      {children}
    </Button>
  );
}
