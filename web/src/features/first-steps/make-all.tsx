import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useFormCall } from "../../forms/use-form-call.ts";
import { useUser } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { ProblemNote } from "../../ui/problem-note.tsx";
import { setUp } from "./set-up.ts";

export function MakeAll() {
  const { id: userId } = useUser();
  const client = useQueryClient();
  const [making, setMaking] = useState("");
  const { busy, problem, run } = useFormCall({
    fallback: "Not everything could be made. Please try again.",
    done: "The first four steps are done.",
  });
  return (
    <>
      <ProblemNote problem={problem} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          look="primary"
          size="lg"
          busy={busy}
          className="max-sm:w-full"
          onClick={() => run(() => setUp(userId, client, setMaking))}
        >
          Do the first four for me
        </Button>
        <p role="status" className="text-sm text-soft">
          {busy === true && making
            ? `Making the ${making}…`
            : "Makes what is still missing. You can change all of it later."}
        </p>
      </div>
    </>
  );
}
