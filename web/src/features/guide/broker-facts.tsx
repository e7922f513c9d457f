import type { BrokerInfo } from "../../../../worker/contract/broker.ts";
import { CopyField } from "../../ui/copy.tsx";
import { Failed } from "../../ui/failed.tsx";
import { Loading } from "../../ui/spinner.tsx";
import { accountUrl, tcpOf } from "./broker.ts";
import { Facts } from "./facts.tsx";
import type { Guide } from "./use-guide.ts";

export function BrokerFacts({ guide: { broker, userId } }: { guide: Guide }) {
  return (
    // As tall as the answer, so that nothing moves when it comes.
    <div className={broker.data ? undefined : "min-h-[28.6rem] sm:min-h-[19.2rem]"}>
      {broker.data ? (
        <Told info={broker.data} userId={userId} />
      ) : broker.errorUpdateCount > 0 ? (
        <Failed onRetry={broker.refetch}>The broker's address could not be loaded.</Failed>
      ) : (
        <Loading>Asking the broker...</Loading>
      )}
    </div>
  );
}

function Told({ info, userId }: { info: BrokerInfo; userId: string | null }) {
  const url = accountUrl(info, userId ?? "{userId}");
  const tcp = tcpOf(info);
  return (
    <Facts
      facts={[
        ["WebSocket", <CopyField key="url" value={url} label="WebSocket address" />],
        [
          "TCP",
          tcp ? (
            <CopyField key="tcp" value={`${tcp.host}:${tcp.port}`} label="TCP address" />
          ) : (
            "Through the bridge, on a machine of your own"
          ),
        ],
        ["Protocol", "MQTT 3.1, 3.1.1 and 5.0"],
        ["Highest QoS", info.max_qos === 0 ? "0" : `${info.max_qos} (so ${levels(info.max_qos)})`],
        ["Retained messages", info.retain ? "Kept" : "Not kept"],
        ["Largest packet", `${info.max_packet_size.toLocaleString("en-US")} bytes`],
      ]}
    />
  );
}

const levels = (max: number): string => (max === 1 ? "0 and 1" : "0, 1 and 2");
