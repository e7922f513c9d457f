import { controlPayload } from "../../../../broker/contract/control.ts";
import { controlTopic } from "../../../../broker/contract/topics.ts";
import { Facts } from "./facts.tsx";
import { Code, Section } from "./guide-page.tsx";
import type { Guide } from "./use-guide.ts";

export function Topics({ guide: { values } }: { guide: Guide }) {
  return (
    <Section id="topics" title="Topics">
      <p>Every topic of your account starts with your user id. A device listens on its control topic:</p>
      <p>
        <Code>{controlTopic(values.USER_ID ?? "{userId}", values.DEVICE_ID ?? "{deviceId}")}</Code>
      </p>
      <p>
        The broker subscribes a device to this topic, and to the channels you gave it, as soon as it connects.
        Channels are topics of your own choice; make them under MQTT, Channels. When subscribing,{" "}
        <Code>+</Code> stands for one level and <Code>#</Code> for all that follow; a wildcard never brings
        more than you may read.
      </p>
      <p>
        Ready programs have topics of their own, such as <Code>tele/plug/STATE</Code>. Who logs in with an API
        key as password, or with a credential that is set to it, leaves the user id out: the broker adds it,
        and takes it off on the way out.
      </p>
    </Section>
  );
}

export function Payloads() {
  return (
    <Section id="payloads" title="Payloads">
      <p>A control message is a JSON object with one field:</p>
      <Facts
        facts={[
          [controlPayload("on"), "Switches on. The event is Turned On."],
          [controlPayload("off"), "Switches off. The event is Turned Off."],
          ["{}", "Without a state it means off."],
        ]}
        code
      />
      <p>
        Anything else on a control topic is delivered, changes nothing, and is kept as Error Detected. On your
        own channels a payload may be anything.
      </p>
    </Section>
  );
}
