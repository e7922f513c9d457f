import { useState } from "react";
import type { Credential } from "../../../../worker/contract/credential.ts";
import { Modal } from "../../ui/modal.tsx";
import { partOnPress } from "../../ui/part-on-press.ts";

const ConnectSomething = partOnPress(() => import("./connect/connect-something.tsx"));
const HowToConnect = partOnPress(() => import("./connect/how-to-connect.tsx"));

interface ConnectDialogsState {
  beginning: boolean;
  shown: Credential | null;
  begin(): void;
  show(credential: Credential): void;
  close(): void;
}

/** `beginning`: the dialog that makes a credential for a program is open from the start. */
export function useConnectDialogs(beginning: boolean): ConnectDialogsState {
  const [open, setOpen] = useState<"none" | "begin" | Credential>(beginning ? "begin" : "none");
  return {
    beginning: open === "begin",
    shown: typeof open === "object" ? open : null,
    begin: () => setOpen("begin"),
    show: setOpen,
    close: () => setOpen("none"),
  };
}

export function ConnectDialogs({ of: { beginning, shown, close } }: { of: ConnectDialogsState }) {
  return (
    <>
      <Modal wide open={beginning} title="Connect something" onClose={close}>
        <ConnectSomething onClose={close} />
      </Modal>
      <Modal wide open={shown !== null} title={`Connect with ${shown?.name ?? ""}`} onClose={close}>
        {shown && <HowToConnect credential={shown} onClose={close} />}
      </Modal>
    </>
  );
}
