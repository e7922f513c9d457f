import { useQuery } from "@tanstack/react-query";
import { brokerInfoQuery } from "../api/queries.ts";

/** The support address as a link, or plain text until it is loaded. */
export function SupportEmail() {
  const address = useQuery(brokerInfoQuery()).data?.support_email;
  return address ? (
    <a href={`mailto:${address}`} className="font-medium underline underline-offset-2">
      {address}
    </a>
  ) : (
    <span>support</span>
  );
}
