import { useState } from "react";
import type { Credential } from "../../../../../worker/contract/credential.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { ModalActions } from "../../../ui/modal.tsx";
import { Select } from "../../../ui/select.tsx";
import { LoginCard } from "./login-card.tsx";
import { OTHER, PROGRAMS } from "./programs.ts";

interface HowToConnectProps {
  credential: Credential;
  onClose(): void;
}

export default function HowToConnect({ credential, onClose }: HowToConnectProps) {
  // One that was made for a program bears its name.
  const [program, setProgram] = useState(
    () => PROGRAMS.find(({ name }) => credential.name.startsWith(name)) ?? OTHER,
  );
  return (
    <div className="grid grid-cols-1 gap-5">
      <Field label="Where will you type it in?">
        {(input) => (
          <Select
            {...input}
            value={program.id}
            onChange={({ target }) => setProgram(PROGRAMS.find(({ id }) => id === target.value) ?? OTHER)}
          >
            {PROGRAMS.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <LoginCard program={program} credential={credential} />
      <ModalActions>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </ModalActions>
    </div>
  );
}
