import { classNames } from "../lib/class-names.ts";

interface SwitchProps {
  on: boolean;
  /** Whether it is known to be so, still waited for, or not known: what is not taken does not shine. */
  proof?: "taken" | "waiting" | "unknown";
  /** The message is on its way; the state is not known to have changed. */
  pending?: boolean;
  size?: "md" | "lg";
  /** The id of what names the thing that is switched. */
  describedBy?: string;
  className?: string;
  onPress(): void;
}

/** The on/off switch. It is named for what pressing it does; lever, word and lamp tell how things are. */
export function Switch(props: SwitchProps) {
  const { on, proof = "taken", pending = false, size = "md", describedBy, className, onPress } = props;
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
      aria-describedby={describedBy}
      aria-busy={pending || undefined}
      onClick={pending ? undefined : onPress}
    >
      <span className="switch-word" aria-hidden="true">
        {on ? "On" : "Off"}
      </span>
      <span className="switch-lever" aria-hidden="true" />
    </button>
  );
}
