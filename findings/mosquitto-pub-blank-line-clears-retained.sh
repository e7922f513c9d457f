#!/bin/sh
# mosquitto_pub 2.0.11 (Debian 12, mosquitto-clients), `-l`: a message for each line of its input.
# Guess: a blank line is no message.
# It is an empty message. With `-r` that clears the retained message of the line before it, so a report that ends with
# a blank line leaves nothing behind, and each subscriber gets an empty payload.
#
# Output seen:
#   retained "21.5"
#   retained ""
set -eu
expected='retained "21.5"
retained ""'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get -qq -o APT::Sandbox::User=root download 'mosquitto-clients=2.0.11-*' 'libmosquitto1=2.0.11-*' \
  'libcjson1=1.7.15-*'
for package in ./*.deb; do dpkg -x "$package" .; done
libraries=$(dirname "$(find . -name 'libmosquitto.so.1')")
cat >check.mjs <<'JS'
import { spawn } from "node:child_process";
import { createServer } from "node:net";

const PUBLISH = 3;
let bytes = Buffer.alloc(0);
const server = createServer((socket) => {
  socket.on("error", () => {});
  socket.on("data", (more) => {
    bytes = Buffer.concat([bytes, more]);
    while (bytes.length >= 2 && bytes.length >= 2 + bytes[1]) {
      const [type, length] = [bytes[0] >> 4, bytes[1]];
      if (type === 1) socket.write(Buffer.from([0x20, 2, 0, 0]));
      if (type === PUBLISH) {
        const payload = bytes.toString("utf8", 4 + bytes.readUInt16BE(2), 2 + length);
        console.log(`${bytes[0] & 1 ? "retained" : "not retained"} "${payload}"`);
      }
      bytes = bytes.subarray(2 + length);
    }
  });
});
server.listen(0, "127.0.0.1", () => {
  const options = ["-h", "127.0.0.1", "-p", server.address().port, "-t", "room/temperature", "-r", "-l"];
  const publisher = spawn("usr/bin/mosquitto_pub", options);
  publisher.stdin.end("21.5\n\n");
  publisher.on("close", () => process.exit());
});
setTimeout(() => process.exit(1), 30_000);
JS
seen=$(LD_LIBRARY_PATH="$libraries" node check.mjs)
printf '%s\n' "$seen"
test "$seen" = "$expected"
