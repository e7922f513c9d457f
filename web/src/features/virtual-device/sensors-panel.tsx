import { Link } from "@tanstack/react-router";
import { Field } from "../../ui/inputs/field.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { READING_SECONDS, type SensorReading, TEMPERATURES } from "./sensors.ts";

interface SensorsPanelProps {
  deviceId: string;
  reading: SensorReading;
  onTemperature(value: number): void;
}

export function SensorsPanel({ deviceId, reading, onTemperature }: SensorsPanelProps) {
  return (
    <Panel title="Sensors">
      <div className="grid gap-4">
        <Field
          label="Temperature"
          hint={`Sent when you move it, and every ${READING_SECONDS} seconds while the board runs.`}
        >
          {(input) => (
            <div className="flex items-center gap-4">
              <input
                {...input}
                {...TEMPERATURES}
                type="range"
                value={reading.temperature}
                aria-valuetext={`${reading.temperature} °C`}
                onChange={({ target }) => onTemperature(target.valueAsNumber)}
                className="h-10 min-w-0 flex-1 accent-(--go)"
              />
              <output className="w-20 text-right font-mono text-sm">
                {reading.temperature.toFixed(1)} °C
              </output>
            </div>
          )}
        </Field>
        <div className="flex items-center justify-between gap-4 text-sm">
          <span className="font-medium">
            Humidity <span className="font-normal text-soft">(changes by itself)</span>
          </span>
          <span className="font-mono">{reading.humidity.toFixed(1)} %</span>
        </div>
        <Link
          to="/dashboard/devices/$deviceId"
          params={{ deviceId }}
          className="text-sm font-medium underline underline-offset-2"
        >
          See them on the device's page
        </Link>
      </div>
    </Panel>
  );
}
