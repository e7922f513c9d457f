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
        When a device connects, the broker subscribes it to this topic and to its channels. A channel is a
        topic that you name under MQTT, Channels. When subscribing, <Code>+</Code> stands for one level,{" "}
        <Code>#</Code> for all that follow. You receive only topics that you may read.
      </p>
      <p>
        Ready programs have fixed topics, such as <Code>tele/plug/STATE</Code>. With an API key as password,
        or a credential in root view, write topics without your user id: the broker adds and removes it.
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
        Anything else on a control topic is delivered, but changes nothing; the event is Error Detected. Other
        topics take any payload.
      </p>
    </Section>
  );
}
