import { Option } from "commander";
import { PERIODS, QUERIED_FIELDS, RESOLUTIONS } from "../../../broker/contract/resolution.ts";
import type { ResponseOf } from "../../contract/api.ts";
import type { CliRun, DefineCommand } from "../command.ts";
import { findDevice } from "../device-name.ts";
import { ageOf, localTime, momentOf } from "../moment.ts";
import type { Cell } from "../terminal.ts";

interface ValueOptions {
  from?: string;
  to?: string;
  resolution?: string;
  field?: string;
  timeZone?: string;
  csv?: true;
  json?: true;
}

type Values = ResponseOf<"listDeviceValues">;

export const define: DefineCommand = (run) =>
  run
    .command("values", {
      summary: "Print the last values of devices, or a value over time",
      notes:
        "Needs the scope values:read, and devices:read for names. Without a device: the values that lists show.",
      examples: [
        ["values", "of all devices"],
        ["values greenhouse", "all values of one device"],
        ["values greenhouse temperature_c --from 7d --csv", "a week, for a spreadsheet"],
        ["values meter energy_kwh --field increase --resolution day", "what a counter added each day"],
      ],
    })
    .argument("[device]", "name or id")
    .argument("[key]", "a value's key: prints it over time, a day without --from")
    .option("--from <time>", "2h, 7d, or a date", (text) => momentOf(text, Date.now()))
    .option("--to <time>", "2h, 7d, or a date", (text) => momentOf(text, Date.now()))
    .addOption(
      new Option("--resolution <step>", "distance of the points").choices([
        ...RESOLUTIONS,
        ...PERIODS,
        "auto",
      ]),
    )
    .addOption(new Option("--field <field>", "what is computed of each step").choices([...QUERIED_FIELDS]))
    .option("--time-zone <zone>", "of days, weeks and months; without it the account's")
    .option("--csv", "with a key: print CSV")
    .action(
      run.action(async (device: string | undefined, key: string | undefined, options: ValueOptions) => {
        if (device === undefined) return listAll(run, options);
        const { id } = await findDevice(run.api(), device);
        return key === undefined ? listOne(run, id, options) : printSeries(run, id, key, options);
      }),
    );

async function listAll(run: CliRun, { json }: ValueOptions): Promise<"done"> {
  const devices = await run.api().call("listDevices");
  const rows = devices.map(({ id, name, values }) => ({ device_id: id, device_name: name, values }));
  if (json) run.json(rows);
  else {
    const cells = rows.flatMap(({ device_name, values }) =>
      cellsOf(values).map((row): Cell[] => [{ text: device_name, style: "bold" }, ...row]),
    );
    if (cells.length === 0) run.note("No device has sent a value yet.");
    else run.table(["DEVICE", ...HEADER], cells);
  }
  return "done";
}

async function listOne(run: CliRun, id: string, { json }: ValueOptions): Promise<"done"> {
  const values = await run.api().call("listDeviceValues", { id });
  if (json) run.json(values);
  else if (values.length === 0) run.note("The device has not sent a value yet.");
  else run.table(HEADER, cellsOf(values));
  return "done";
}

const HEADER = ["KEY", "VALUE", "UNIT", "AGE"];
const cellsOf = (values: Values): Cell[][] =>
  values.map(({ key, value, unit, at, average }) => [
    { text: key },
    // the device has not reported it
    average ? { text: "-", style: "dim" } : { text: String(value), style: "green" },
    { text: unit ?? "" },
    { text: ageOf(at, Date.now()), style: "dim" },
  ]);

async function printSeries(
  run: CliRun,
  id: string,
  key: string,
  { csv, json, timeZone, ...rest }: ValueOptions,
): Promise<"done"> {
  const query = { ...rest, ...(timeZone !== undefined && { time_zone: timeZone }) };
  const headers = { accept: csv ? "text/csv" : "application/json" };
  const request = { id, query: { key, ...query }, headers };
  if (csv) {
    const response = await run.api().open("readDeviceSeries", request);
    run.printLines(await response.text());
    return "done";
  }
  const series = await run.api().call("readDeviceSeries", request);
  if (json) run.json(series);
  else {
    const points = series.points.map(([at, value]): Cell[] => [
      { text: localTime(at), style: "dim" },
      { text: value === null ? "–" : String(value) },
    ]);
    if (points.length === 0) run.note("There is no value in that time.");
    else run.table(["TIME", series.unit === null ? key : `${key} (${series.unit})`], points);
  }
  return "done";
}
