import { useState } from "react";
import { OTHER, PROGRAMS } from "../../../../../worker/contract/connect/programs.ts";
import type { Credential } from "../../../../../worker/contract/credentials.ts";
import { ModalDone } from "../../../ui/dialogs/modal.tsx";
import { SelectField } from "../../../ui/inputs/select.tsx";
import { LoginCard } from "./login-card.tsx";

interface HowToConnectProps {
  credential: Credential;
  onClose(): void;
}

export default function HowToConnect({ credential, onClose }: HowToConnectProps) {
  // A credential made for a program has the program's name.
  const [program, setProgram] = useState(
    () => PROGRAMS.find(({ name }) => credential.name.startsWith(name)) ?? OTHER,
  );
  return (
    <div className="grid grid-cols-1 gap-5">
      <SelectField
        label="Where will you type it in?"
        value={program.id}
        options={PROGRAMS.map(({ id, name }) => [id, name])}
        onChange={(chosen) => setProgram(PROGRAMS.find(({ id }) => id === chosen) ?? OTHER)}
      />
      <LoginCard program={program} credential={credential} />
      <ModalDone onClose={onClose} />
    </div>
  );
}
