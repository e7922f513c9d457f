import { Button } from "../ui/button.tsx";
import { useVerification } from "./use-verification.ts";

export function SendVerification() {
  const { busy, send } = useVerification();
  return (
    <Button size="sm" className="touch" busy={busy} onClick={() => void send()}>
      Send it again
    </Button>
  );
}
