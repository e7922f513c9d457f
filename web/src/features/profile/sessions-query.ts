import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call.ts";

/** Here and not in `api`, which every screen loads: only the profile needs it. */
export const sessionsQuery = () =>
  queryOptions({ queryKey: ["sessions"], queryFn: () => call("listSessions") });
