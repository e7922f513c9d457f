import { useId, useState } from "react";
import { classNames } from "../../lib/class-names.ts";
import { Button } from "../../ui/button.tsx";
import { controlClass, Input } from "../../ui/inputs/field.tsx";
import { Select } from "../../ui/inputs/select.tsx";
import { colorOf, controlName, controlValueText } from "./control-words.ts";
import { type ControlInputProps, NumberInput } from "./number-input.tsx";
import { useCommit } from "./use-commit.ts";

/** A finger needs 44 px. */
const TOUCH = "pointer-coarse:h-11";

/** The input of a control by its kind. Its accessible name is the control's. */
export function ControlInput(props: ControlInputProps) {
  switch (props.control.kind) {
    case "number":
      return <NumberInput {...props} />;
    case "choice":
      return <ChoiceInput {...props} />;
    case "toggle":
      return <ToggleInput {...props} />;
    case "color":
      return <ColorInput {...props} />;
    case "text":
      return <TextInput {...props} />;
    case "button":
      return <PressInput {...props} />;
  }
}

/** Up to this number of options stand beside each other. */
const MAX_SEGMENTS = 4;
/** Longer texts do not fit beside each other on a phone. */
const MAX_SEGMENT_TEXT = 28;

function ChoiceInput({ control, value, compact, describedBy, onChange }: ControlInputProps) {
  const group = useId();
  const { options = [] } = control;
  const isShort = options.length <= MAX_SEGMENTS && options.join("").length <= MAX_SEGMENT_TEXT;
  if (compact || !isShort) {
    return (
      <Select
        aria-label={controlName(control)}
        aria-describedby={describedBy}
        className={classNames(
          "w-full min-w-0 max-w-md pointer-coarse:[&>select]:h-11!",
          compact && "[&>select]:h-8",
        )}
        value={String(value ?? "")}
        onChange={({ target }) => onChange(target.value, true)}
      >
        {!options.includes(String(value)) && <option value="">–</option>}
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </Select>
    );
  }
  return (
    <fieldset
      aria-label={controlName(control)}
      aria-describedby={describedBy}
      className="flex w-full max-w-md min-w-0 overflow-hidden rounded-md border border-edge bg-panel"
    >
      {options.map((option) => (
        <label
          key={option}
          className={classNames(
            "flex h-10 min-w-0 flex-1 cursor-pointer items-center justify-center border-edge px-2 text-sm font-medium",
            "not-first:border-l has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-2",
            "-outline-offset-4 outline-ink has-checked:outline-paper",
            TOUCH,
          )}
        >
          <input
            type="radio"
            name={group}
            checked={option === value}
            onChange={() => onChange(option, true)}
            className="sr-only"
          />
          <span className="truncate" dir="auto">
            {option}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function ToggleInput({ control, value, describedBy, onChange }: ControlInputProps) {
  return (
    <label className={classNames("flex h-10 items-center gap-2.5 text-sm", TOUCH)}>
      <input
        type="checkbox"
        // neither checked nor not: only the property says it
        ref={(box) => {
          if (box) box.indeterminate = value === null;
        }}
        aria-label={controlName(control)}
        aria-describedby={describedBy}
        checked={value === true}
        onChange={({ target }) => onChange(target.checked, true)}
        className={classNames("size-5", value === null ? "accent-(--edge)" : "accent-(--control)")}
      />
      <span aria-hidden="true">{value === null ? "Not known" : controlValueText(control, value)}</span>
    </label>
  );
}

const BLACK = "#000000";

function ColorInput({ control, value, describedBy, onChange }: ControlInputProps) {
  const input = useCommit(() => onChange(input.current?.value ?? BLACK, true));
  const color = colorOf(value);
  return (
    <div className="flex items-center gap-3">
      <input
        ref={input}
        type="color"
        data-unknown={color === null || undefined}
        aria-label={controlName(control)}
        aria-describedby={describedBy}
        value={color ?? BLACK}
        onChange={({ target }) => onChange(target.value, false)}
        className={classNames(
          controlClass,
          "h-10 w-16! cursor-pointer p-1!",
          color === null && "border-dashed!",
          TOUCH,
        )}
      />
      <span className={classNames("text-xs text-soft", color !== null && "font-mono")}>
        {value ?? "Not known"}
      </span>
    </div>
  );
}

const MAX_TEXT = 256;

function TextInput({ control, value, inForm, describedBy, onChange }: ControlInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? String(value ?? "");
  const set = () => {
    setTyped(null);
    onChange(text, true);
  };
  const input = (
    <Input
      aria-label={controlName(control)}
      aria-describedby={describedBy}
      dir="auto"
      autoComplete="off"
      maxLength={MAX_TEXT}
      value={text}
      onChange={({ target }) => (inForm ? onChange(target.value, true) : setTyped(target.value))}
      className={TOUCH}
    />
  );
  if (inForm) return input;
  return (
    <form
      className="flex w-full max-w-md min-w-0 gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        set();
      }}
    >
      {input}
      <Button type="submit" className={TOUCH} aria-label={`Set ${controlName(control)}`}>
        Set
      </Button>
    </form>
  );
}

function PressInput({ control, describedBy, onChange }: ControlInputProps) {
  return (
    <Button className={TOUCH} aria-describedby={describedBy} onClick={() => onChange(true, true)}>
      {controlName(control)}
    </Button>
  );
}
