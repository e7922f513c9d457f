import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Facts } from "./facts.tsx";
import { Code } from "./guide-page.tsx";

interface PlaceProps {
  to: "/dashboard/profile" | "/dashboard/devices" | "/dashboard/mqtt/credentials";
  connect?: boolean;
  children: ReactNode;
}

const Place = ({ to, connect, children }: PlaceProps) => (
  <Link to={to} search={connect ? { connect } : {}} className="font-medium underline underline-offset-2">
    {children}
  </Link>
);

export default function HomeAssistant() {
  return (
    <>
      <h3 className="font-medium">Your devices there</h3>
      <p className="max-w-[65ch]">
        Set <em>Let Home Assistant find my devices</em> on your <Place to="/dashboard/profile">profile</Place>
        , and connect Home Assistant by{" "}
        <Place to="/dashboard/mqtt/credentials" connect>
          Connect something
        </Place>
        : its credential sees topics without your user id in front (root view), and its discovery prefix stays{" "}
        <Code>homeassistant</Code>. Your account has to be full.
      </p>
      <Facts
        facts={[
          ["Each device", "A switch, which is unavailable while the device is away."],
          ["Each value", "A sensor. The end of its name gives its unit and kind: temperature_c, power_w."],
          ["Changes", "Names, values and deletions are copied. Switch the setting off to remove all."],
        ]}
      />
      <h3 className="font-medium">Devices of other makes here</h3>
      <p className="max-w-[65ch]">
        Devices of Zigbee2MQTT, ESPHome, Tasmota and others are listed on the{" "}
        <Place to="/dashboard/devices">devices screen</Place> under Found, once they are connected in root
        view. Add one, and it has a switch, schedules and events like your own devices. It is not announced to
        Home Assistant again.
      </p>
      <Facts
        facts={[
          [
            "Announced by",
            <>
              Switches and lights on <Code>homeassistant/…/config</Code>, and{" "}
              <Code>tasmota/discovery/…/config</Code>, retained. Zigbee2MQTT needs <Code>homeassistant</Code>{" "}
              enabled for it.
            </>,
          ],
          [
            "Switched",
            "By its command topic. Its state topic proves that it took a command; its availability topic shows whether it is online.",
          ],
          [
            "Supported",
            <>
              Plain values, and templates that are a path: <Code>{"{{ value_json.state }}"}</Code>
            </>,
          ],
          [
            "Not supported",
            "Templates that calculate, commands made by a template, lights switched by brightness, shutters. They are listed with the reason.",
          ],
          ["Its topics", "Fixed when you add it: a later announcement cannot redirect your commands."],
        ]}
      />
    </>
  );
}
