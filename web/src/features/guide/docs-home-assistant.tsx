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
          [
            "Each value",
            "A sensor. What its name ends in says its unit and what it measures: temperature_c, power_w.",
          ],
          ["In step", "Renamed, extended and deleted as here. Without the setting, they go."],
        ]}
      />
      <h3 className="font-medium">Devices of other makes here</h3>
      <p className="max-w-[65ch]">
        What Zigbee2MQTT, ESPHome, Tasmota and others announce is offered on the{" "}
        <Place to="/dashboard/devices">devices screen</Place> under Found, once they are connected in root
        view. Added with one press, such a device has a switch, schedules and events as your own have; Home
        Assistant knows it already, and is not told of it twice.
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
            "By its own command topic. Taken, once its state topic says so; connected, as its availability topic says.",
          ],
          [
            "Understood",
            <>
              Plain values, and templates that are a path: <Code>{"{{ value_json.state }}"}</Code>
            </>,
          ],
          [
            "Not understood",
            "Templates that reckon, commands made by a template, lights switched on by their brightness, shutters. They are listed with the reason: a guess would switch something else.",
          ],
          [
            "Its topics",
            "Stay those of the day on which it was added: nobody can lead your presses elsewhere by announcing anew.",
          ],
        ]}
      />
    </>
  );
}
