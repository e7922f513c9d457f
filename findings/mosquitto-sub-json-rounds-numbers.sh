#!/bin/sh
# mosquitto_sub 2.0.11 with cJSON 1.7.15 (Debian 12), `-F %J`: the payload stands as JSON in the line.
# Guess: a payload that is JSON stands there as it was sent.
# It is read into doubles and written again: a counter above 2^53 changes its last digits, 1.10 becomes 1.1, and a
# number that no double holds becomes null. `-F %j` has the payload as a text, unchanged.
#
# Output seen:
#   %J 9007199254740993 -> 9.00719925474099e+15
#   %J 12345678901234567890 -> 1.2345678901234567e+19
#   %J {"price":1.10,"far":1e400} -> {"price":1.1,"far":null}
#   %j 9007199254740993 -> "9007199254740993"
set -eu
expected='%J 9007199254740993 -> 9.00719925474099e+15
%J 12345678901234567890 -> 1.2345678901234567e+19
%J {"price":1.10,"far":1e400} -> {"price":1.1,"far":null}
%j 9007199254740993 -> "9007199254740993"'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get -qq -o APT::Sandbox::User=root download 'mosquitto-clients=2.0.11-*' 'libmosquitto1=2.0.11-*' \
  'libcjson1=1.7.15-*'
for package in ./*.deb; do dpkg -x "$package" .; done
libraries=$(dirname "$(find . -name 'libmosquitto.so.1')")
cat >check.mjs <<'JS'
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { promisify } from "node:util";

/** The line that it writes for a message with this payload. */
async function lineOf(format, payload) {
  const topic = "meter";
  const message = Buffer.concat([Buffer.from([0, topic.length]), Buffer.from(topic + payload)]);
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      if (bytes[0] >> 4 === 1) socket.write(Buffer.from([0x20, 2, 0, 0]));
      if (bytes[0] >> 4 !== 8) return;
      socket.write(Buffer.from([0x90, 3, bytes[2], bytes[3], 0]));
      socket.write(Buffer.concat([Buffer.from([0x30, message.length]), message]));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const where = ["-h", "127.0.0.1", "-p", server.address().port, "-t", topic, "-C", "1", "-W", "20"];
  const { stdout } = await promisify(execFile)("usr/bin/mosquitto_sub", [...where, "-F", format]);
  server.close();
  return stdout.replace(/^.*?"payload":/, "").replace(/\}\n$/, "");
}
for (const [format, payload] of [
  ["%J", "9007199254740993"],
  ["%J", "12345678901234567890"],
  ["%J", '{"price":1.10,"far":1e400}'],
  ["%j", "9007199254740993"],
]) {
  console.log(`${format} ${payload} -> ${await lineOf(format, payload)}`);
}
JS
seen=$(LD_LIBRARY_PATH="$libraries" node check.mjs)
printf '%s\n' "$seen"
test "$seen" = "$expected"
