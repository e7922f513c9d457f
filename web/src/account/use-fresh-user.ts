import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { userQuery } from "../api/queries.ts";
import { mergeUser } from "../session/session.ts";

/** Applies changes to the user that were made in another browser or through a link in an email. */
export function useFreshUser(wanted = true): void {
  const fresh = useQuery({ ...userQuery(), enabled: wanted }).data;
  useEffect(() => {
    if (fresh) mergeUser(fresh);
  }, [fresh]);
}
