#!/bin/sh
# suncalc 2.0.2, `getTimes(date, latitude, longitude)`.
# Guess: it gives the sunrise of the day that the moment has at that place.
# It gives that of the nearest solar noon, whatever a clock shows. Where clocks are ahead of the sun, half past
# midnight is still the day before: in Auckland and in Spain in summer, and in the west of China all year. A program
# that asks for "today" by the moment right now gets yesterday's sunrise. Noon of the wanted day gives the right one.
#
# Output seen (moment there: sunrise there):
#   Pacific/Auckland 2026-11-28T00:30: 2026-11-27T05:56
#   Pacific/Auckland 2026-11-28T12:00: 2026-11-28T05:56
#   Europe/Madrid 2026-06-21T00:30: 2026-06-20T06:58
#   Europe/Madrid 2026-06-21T12:00: 2026-06-21T06:58
set -eu
expected='Pacific/Auckland 2026-11-28T00:30: 2026-11-27T05:56
Pacific/Auckland 2026-11-28T12:00: 2026-11-28T05:56
Europe/Madrid 2026-06-21T00:30: 2026-06-20T06:58
Europe/Madrid 2026-06-21T12:00: 2026-06-21T06:58'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund suncalc@2.0.2 >/dev/null
cat >check.mjs <<'JS'
import { getTimes } from "suncalc";

const PLACES = [
  ["Pacific/Auckland", "2026-11-28T00:30:00+13:00", -36.85, 174.76],
  ["Pacific/Auckland", "2026-11-28T12:00:00+13:00", -36.85, 174.76],
  ["Europe/Madrid", "2026-06-21T00:30:00+02:00", 42.24, -8.72],
  ["Europe/Madrid", "2026-06-21T12:00:00+02:00", 42.24, -8.72],
];
for (const [timeZone, moment, latitude, longitude] of PLACES) {
  const there = (date) => date.toLocaleString("sv-SE", { timeZone }).slice(0, 16).replace(" ", "T");
  const { sunrise } = getTimes(new Date(moment), latitude, longitude);
  console.log(`${timeZone} ${moment.slice(0, 16)}: ${there(sunrise)}`);
}
JS
seen=$(node check.mjs)
printf '%s\n' "$seen"
test "$seen" = "$expected"
