import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { userQuery } from "../api/queries.ts";
import { mergeUser } from "../session/session.ts";

/** What another browser, or the link in a letter, changed of the signed-in user is taken over. */
export function useFreshUser(wanted = true): void {
  const fresh = useQuery({ ...userQuery(), enabled: wanted }).data;
  useEffect(() => {
    if (fresh) mergeUser(fresh);
  }, [fresh]);
}
