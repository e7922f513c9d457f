#!/bin/sh
# Paho C 1.3.12 (Debian 12, libpaho-mqtt1.3), its synchronous client with default options.
# Guess: a login that the broker refuses (CONNACK 5) is one CONNECT.
# It is two: `MQTTVersion` is "default", so the client takes each refusal of 3.1.1 for an unknown protocol, and says
# the same login again in MQTT 3.1. A broker that counts wrong passwords counts each try twice, and blocks after half
# as many. With `MQTTVersion = MQTTVERSION_3_1_1` it is one.
#
# Needs gcc. Output seen:
#   default: MQTT 4, MQIsdp 3
#   3.1.1: MQTT 4
set -eu
expected='default: MQTT 4, MQIsdp 3
3.1.1: MQTT 4'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get -qq -o APT::Sandbox::User=root download 'libpaho-mqtt1.3=1.3.12-*' 'libpaho-mqtt-dev=1.3.12-*'
for package in ./*.deb; do dpkg -x "$package" .; done
libraries=$(dirname "$(find . -name 'libpaho-mqtt3c.so.1')")
cat >client.c <<'C'
#include <stdlib.h>
#include "MQTTClient.h"

int main(int count, char **given) {
  MQTTClient client;
  MQTTClient_connectOptions options = MQTTClient_connectOptions_initializer;
  options.username = "ada";
  options.password = "old";
  if (count > 2) options.MQTTVersion = atoi(given[2]);
  MQTTClient_create(&client, given[1], "lamp", MQTTCLIENT_PERSISTENCE_NONE, NULL);
  MQTTClient_connect(client, &options);
  MQTTClient_destroy(&client);
  return 0;
}
C
gcc client.c -Iusr/include -L"$libraries" -l:libpaho-mqtt3c.so.1 -Wl,-rpath,"$PWD/$libraries" -o client
cat >check.mjs <<'JS'
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";

let asked = [];
const server = createServer((socket) => {
  socket.on("error", () => {});
  socket.on("data", (bytes) => {
    if (bytes[0] >> 4 !== 1) return;
    const length = bytes.readUInt16BE(2);
    asked.push(`${bytes.toString("latin1", 4, 4 + length)} ${bytes[4 + length]}`);
    // not authorized
    socket.write(Buffer.from([0x20, 2, 0, 5]));
  });
});
server.listen(0, "127.0.0.1", async () => {
  const address = `tcp://127.0.0.1:${server.address().port}`;
  for (const [name, ...version] of [["default"], ["3.1.1", "4"]]) {
    asked = [];
    await once(spawn("./client", [address, ...version]), "close");
    console.log(`${name}: ${asked.join(", ")}`);
  }
  process.exit();
});
setTimeout(() => process.exit(1), 60_000);
JS
seen=$(node check.mjs)
printf '%s\n' "$seen"
test "$seen" = "$expected"
