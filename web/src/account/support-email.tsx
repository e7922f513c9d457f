import { useQuery } from "@tanstack/react-query";
import { brokerInfoQuery } from "../api/queries.ts";

/** Until it is loaded its usual length is reserved, so that no line is added. */
export function SupportEmail() {
  const address = useQuery(brokerInfoQuery()).data?.support_email;
  return address ? (
    <a href={`mailto:${address}`} className="font-medium underline underline-offset-2">
      {address}
    </a>
  ) : (
    <span>
      support<span className="invisible">@switchyard.example</span>
    </span>
  );
}
