import { useEffect, useState } from "react";
import { Loading } from "../../ui/spinner.tsx";
import { RegisterForm } from "./register-form.tsx";
import { isFull, userCount } from "./user-count.ts";
import { WaitlistForm } from "./waitlist-form.tsx";

type Room = "unknown" | "free" | "full";

/** Registration, or the waitlist when the beta is full. When the count cannot be had, the server decides. */
export function RegisterScreen() {
  const [room, setRoom] = useState<Room>("unknown");
  useEffect(() => {
    let left = false;
    userCount()
      .then(
        (count): Room => (isFull(count) ? "full" : "free"),
        (): Room => "free",
      )
      .then((known) => left || setRoom(known));
    return () => {
      left = true;
    };
  }, []);
  if (room === "unknown") return <Loading full />;
  return room === "full" ? <WaitlistForm /> : <RegisterForm onFull={() => setRoom("full")} />;
}
