import { Link } from "@tanstack/react-router";
import type { BrokerInfo } from "../../../../worker/contract/broker.ts";
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
        Your account has an MQTT broker of its own. Devices connect to it, you switch them on the dashboard or
        from any MQTT client, and every change is kept as an event. Nobody outside the account reads or writes
        a topic of it.
      </p>
      <BrokerFacts guide={guide} />
      <p>
        A ready program, such as Tasmota or Home Assistant, needs nothing of this: open{" "}
        <Link
          to="/dashboard/mqtt/credentials"
          search={{ connect: true }}
          className="font-medium underline underline-offset-2"
        >
          Connect something
        </Link>{" "}
        and type in what it shows.
      </p>
      <p>
        Clients that cannot set a path connect to the same host at <Code>/mqtt</Code> or at <Code>/</Code>.{" "}
        <GuideSupport guide={guide} />
      </p>
      <p>
        A client of MQTT 3.1 needs a client id of 1 to 23 characters. It cannot be told that a subscription is
        refused: the refusals of the account show it.
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
              It reaches every topic of the account and leaves no device events.
            </>,
          ],
          [
            "API key as password",
            <>
              Any client id, any user name or none. The same rights, for programs with topics of their own:
              they write them without your user id.
            </>,
          ],
          [
            "Token",
            "Made on your profile, for one program. It is the password, with any client id and any user name; it reaches the topics of its scopes, and writes them without your user id.",
          ],
          [
            "Credential",
            <>
              Its user name and password, any client id. It reaches the topics of its channels, and what else
              it was granted; it may also be one of your devices. A user name that we made works everywhere;
              one that you chose is <Code>{`${account}/{username}`}</Code> where no address names the account.
            </>,
          ],
          [
            "Device",
            <>
              User name <Code>{"{deviceId}:{username}"}</Code> and the credential's password. It reaches the
              credential's channels, its own control topic and, for reading, its own channels. Its comings and
              goings are events.
            </>,
          ],
        ]}
      />
      <p>
        A wrong login is refused with return code 4 or 5, in MQTT 5 with reason 0x86 or 0x87. Give each
        connection a client id of its own: a second one with the same id takes the first one's place.
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
