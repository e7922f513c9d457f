import { useState } from "react";
import type { BrokerInfo } from "../../../../worker/contract/service.ts";
import { apiUrl } from "../../api/client.ts";
import type { Answer } from "../../lib/use-answer.ts";
import { useSession } from "../../session/session.ts";
import { brokerValues, useBroker } from "./broker.ts";
import type { SnippetValues } from "./programs/fill.ts";

export interface Guide {
  broker: Answer<BrokerInfo>;
  userId: string | null;
  values: Partial<SnippetValues>;
  secretsShown: boolean;
  showSecrets(shown: boolean): void;
  setOwnValues(values: Partial<SnippetValues>): void;
}

export function useGuide(): Guide {
  const session = useSession();
  const broker = useBroker(session.status === "authenticated");
  const [own, setOwnValues] = useState<Partial<SnippetValues>>({});
  const [secretsShown, showSecrets] = useState(false);
  const userId = session.status === "authenticated" ? session.user.id : null;
  const values: Partial<SnippetValues> = {
    API_URL: apiUrl(),
    ...(broker.data && brokerValues(broker.data, userId ?? undefined)),
    ...(userId && { USER_ID: userId, ...own }),
  };
  return { broker, userId, values, secretsShown, showSecrets, setOwnValues };
}
