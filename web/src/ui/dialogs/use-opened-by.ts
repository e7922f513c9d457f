import { useState } from "react";

/**
 * Whether a dialog or tool is open that an address can open. Each visit of such an address opens it. `leave` takes the
 * parameter out of the address when it closes: a reload must not open it again.
 */
export function useOpenedBy(isNamed: boolean, leave: () => void): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(isNamed);
  const [wasNamed, setNamed] = useState(isNamed);
  if (isNamed !== wasNamed) {
    setNamed(isNamed);
    if (isNamed) setOpen(true);
  }
  const change = (next: boolean) => {
    setOpen(next);
    if (!next && isNamed) leave();
  };
  return [isOpen, change];
}
