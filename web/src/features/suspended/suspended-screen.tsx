import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { SupportEmail } from "../../account/support-email.tsx";
import { userQuery } from "../../api/queries.ts";
import { queryClient } from "../../api/query-client.ts";
import { mergeUser, useUser } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { Wordmark } from "../../ui/layout/wordmark.tsx";
import { Note } from "../../ui/messages/note.tsx";

interface SuspendedScreenProps {
  leave: ReactNode;
  onLogout(): void;
}

export default function SuspendedScreen(props: SuspendedScreenProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Notice {...props} />
    </QueryClientProvider>
  );
}

function Notice({ leave, onLogout }: SuspendedScreenProps) {
  const { suspended, email } = useUser();
  useReasonOfNow();
  return (
    <div className="mx-auto grid min-h-dvh max-w-2xl content-start gap-6 px-5 py-8 sm:py-16">
      <header className="flex items-center justify-between gap-4">
        <Wordmark />
        <Button onClick={onLogout}>Logout</Button>
      </header>
      <main className="grid gap-5">
        <h1 className="text-2xl">This account is suspended</h1>
        <Note tone="stop" title="The reason">
          <span className="wrap-anywhere">{suspended}</span>
        </Note>
        <p className="text-sm">
          Nothing of <strong className="wrap-anywhere">{email}</strong> can connect for now, and nothing can
          be changed. Your devices, channels, credentials and events are kept, and everything works again when
          the suspension ends.
        </p>
        <h2 className="text-lg">What you can do</h2>
        <ul className="grid list-disc gap-2 pl-5 text-sm">
          <li>
            Write to <SupportEmail /> if you think that this is a mistake, or when the reason is gone.
          </li>
          <li>
            Take your data along: <code>npm run export</code> works as ever.
          </li>
        </ul>
        {leave}
      </main>
    </div>
  );
}

/** The reason may have changed. User data from before the suspension is not used. */
function useReasonOfNow(): void {
  const { data, isFetchedAfterMount } = useQuery({ ...userQuery(), refetchOnMount: "always" });
  useEffect(() => {
    if (isFetchedAfterMount && data) mergeUser(data);
  }, [data, isFetchedAfterMount]);
}
