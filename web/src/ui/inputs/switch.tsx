import { useId } from "react";
import { classNames } from "../../lib/class-names.ts";

interface SwitchProps {
  on: boolean;
  /** Whether the device confirmed the state. Only an "on" that is confirmed now is lit. */
  proof?: "taken" | "last known" | "waiting" | "unknown";
  /** The message is in flight; the state may not have changed. */
  pending?: boolean;
  size?: "md" | "lg";
  /** Without its word, where a badge beside it has it. */
  bare?: boolean;
  /** The id of the element with the device's name, which the accessible name ends with. */
  namedBy?: string;
  className?: string;
  onPress(): void;
}

/** The on/off switch. Its accessible name is the action; lever, word and lamp show the state. */
export function Switch(props: SwitchProps) {
  const {
    on,
    proof = "taken",
    pending = false,
    size = "md",
    bare = false,
    namedBy,
    className,
    onPress,
  } = props;
  const id = useId();
  const action = on ? "Turn Off" : "Turn On";
  return (
    <button
      type="button"
      className={classNames("switch", className)}
      data-state={on ? "on" : "off"}
      data-proof={proof}
      data-pending={pending || undefined}
      data-size={size}
      title={action}
      aria-label={action}
      id={namedBy && id}
      aria-labelledby={namedBy && `${id} ${namedBy}`}
      aria-busy={pending || undefined}
      onClick={pending ? undefined : onPress}
    >
      <span className={classNames("switch-word", bare && "invisible")} aria-hidden="true">
        {on ? "On" : "Off"}
      </span>
      <span className="switch-lever" aria-hidden="true" />
    </button>
  );
}
