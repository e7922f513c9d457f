import { useEffect, useState } from "react";
import { Loading } from "../../ui/spinner.tsx";
import { RegisterForm } from "./register-form.tsx";
import { isFull, userCount } from "./user-count.ts";
import { WaitlistForm } from "./waitlist-form.tsx";

type Room = "unknown" | "free" | "full";

interface RegisterScreenProps {
  /** Of a letter to somebody who waited: it gives room, whatever the count. */
  invitation: string | null;
}

/** Registration, or the waitlist when the beta is full. When the count cannot be had, the server decides. */
export function RegisterScreen({ invitation }: RegisterScreenProps) {
  const [room, setRoom] = useState<Room>(invitation === null ? "unknown" : "free");
  const [email, setEmail] = useState("");
  useEffect(() => {
    let left = invitation !== null;
    if (left) return;
    userCount()
      .then(
        (count): Room => (isFull(count) ? "full" : "free"),
        (): Room => "free",
      )
      .then((known) => left || setRoom(known));
    return () => {
      left = true;
    };
  }, [invitation]);
  if (room === "unknown") return <Loading full />;
  return room === "full" ? (
    <WaitlistForm email={email} />
  ) : (
    <RegisterForm
      invitation={invitation}
      onFull={(typed) => {
        setEmail(typed);
        setRoom("full");
      }}
    />
  );
}
