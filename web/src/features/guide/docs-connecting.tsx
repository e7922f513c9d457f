import { Link } from "@tanstack/react-router";
import type { BrokerInfo } from "../../../../worker/contract/service.ts";
import { CopyField } from "../../ui/copy.tsx";
import { Failed } from "../../ui/failed.tsx";
import { Loading } from "../../ui/spinner.tsx";
import { accountUrl, tcpOf } from "./broker.ts";
import { Facts } from "./facts.tsx";
import { Code, Section } from "./guide-page.tsx";
import { GuideSupport } from "./guide-support.tsx";
import type { Guide } from "./use-guide.ts";

export function Introduction({ guide }: { guide: Guide }) {
  return (
    <Section id="introduction" title="Introduction">
      <p>
        Your account has its own MQTT broker. Devices connect to it. You switch them on the dashboard or from
        any MQTT client, and every change is stored as an event. Other accounts can neither read nor write
        your topics.
      </p>
      <BrokerFacts guide={guide} />
      <p>
        A ready program, such as Tasmota or Home Assistant, needs none of this: open{" "}
        <Link
          to="/dashboard/mqtt/credentials"
          search={{ connect: true }}
          className="font-medium underline underline-offset-2"
        >
          Connect something
        </Link>{" "}
        and enter the values that it shows.
      </p>
      <p>
        Clients that cannot set a path connect to the same host at <Code>/mqtt</Code> or at <Code>/</Code>.{" "}
        <GuideSupport guide={guide} />
      </p>
      <p>
        A client of MQTT 3.1 needs a client id of 1 to 23 characters. MQTT 3.1 has no error for a
        subscription: see Blocked attempts on the dashboard.
      </p>
    </Section>
  );
}

export function Authentication({ guide: { userId } }: { guide: Guide }) {
  const account = userId ?? "{userId}";
  return (
    <Section id="authentication" title="Authentication">
      <p>There are five ways to log in.</p>
      <Facts
        facts={[
          [
            "API key",
            <>
              Also called anonymous. Client id <Code>{"{apiKey}__{suffix}"}</Code>, no user name, no password.
              It may use every topic of the account. It makes no device events.
            </>,
          ],
          [
            "API key as password",
            <>
              Any client id, any user name or none. The same rights, for programs that write topics without
              your user id.
            </>,
          ],
          [
            "Token",
            "Make it on your profile, for one program. Use it as the password, with any client id and user name. It may use the topics of its scopes, written without your user id.",
          ],
          [
            "Credential",
            <>
              A user name and a password for a device or program, with any client id. It may use the topics of
              its channels and its other rights. A user name made by the server works everywhere; your own one
              is <Code>{`${account}/{username}`}</Code> if the address does not name the account.
            </>,
          ],
          [
            "Device",
            <>
              User name <Code>{"{deviceId}:{username}"}</Code> and the credential's password. It may use the
              credential's channels and its control topic, and read its own channels. Connecting and
              disconnecting are events.
            </>,
          ],
        ]}
      />
      <p>
        A wrong login is refused with return code 4 or 5, in MQTT 5 with reason 0x86 or 0x87. Give each
        connection its own client id: a second one with the same id disconnects the first.
      </p>
    </Section>
  );
}

function BrokerFacts({ guide: { broker, userId } }: { guide: Guide }) {
  return (
    // The final height, so that nothing moves when the answer arrives.
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
            "Through the bridge, on your own machine"
          ),
        ],
        ["Protocol", "MQTT 3.1, 3.1.1 and 5.0"],
        ["Highest QoS", info.max_qos === 0 ? "0" : `${info.max_qos} (so ${levels(info.max_qos)})`],
        ["Retained messages", info.retain ? "Stored" : "Not stored"],
        ["Largest packet", `${info.max_packet_size.toLocaleString("en-US")} bytes`],
      ]}
    />
  );
}

const levels = (max: number): string => (max === 1 ? "0 and 1" : "0, 1 and 2");
