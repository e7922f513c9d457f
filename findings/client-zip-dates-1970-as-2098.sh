#!/bin/sh
# client-zip 2.5.1, a file whose `lastModified` is before 1980.
# Guess: the date of a ZIP begins in 1980, so an earlier one becomes 1980-01-01, as in Info-ZIP.
# The year is shifted into its seven bits and wraps: 1970, the date of reproducible builds and of files without one,
# becomes 2098. Programs that compare dates then take such a file for newer than any other.
#
# Output seen:
#   1970-01-02: 2098-01-02
#   1979-07-01: 2107-07-01
#   1980-01-02: 1980-01-02
set -eu
expected='1970-01-02: 2098-01-02
1979-07-01: 2107-07-01
1980-01-02: 1980-01-02'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund client-zip@2.5.1 >/dev/null
cat >check.mjs <<'JS'
import { downloadZip } from "client-zip";

for (const day of ["1970-01-02", "1979-07-01", "1980-01-02"]) {
  const file = { name: "a.txt", lastModified: new Date(`${day}T12:00:00Z`), input: "a" };
  const zip = Buffer.from(await downloadZip([file]).arrayBuffer());
  const date = zip.readUInt16LE(12);
  const parts = [1980 + (date >> 9), (date >> 5) & 15, date & 31];
  console.log(`${day}: ${parts.map((part) => String(part).padStart(2, "0")).join("-")}`);
}
JS
seen=$(TZ=UTC node check.mjs)
printf '%s\n' "$seen"
test "$seen" = "$expected"
