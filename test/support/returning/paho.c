/* A program as its maker writes it with Paho C: the library reconnects by itself. */

#include <MQTTAsync.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
  if (argc < 6) return 2;
  char address[64];
  snprintf(address, sizeof address, "tcp://%s:%s", argv[1], argv[2]);
  MQTTAsync client;
  MQTTAsync_create(&client, address, argv[3], MQTTCLIENT_PERSISTENCE_NONE, NULL);
  MQTTAsync_connectOptions options = MQTTAsync_connectOptions_initializer;
  options.username = argv[4];
  options.password = argv[5];
  options.automaticReconnect = 1;
  MQTTAsync_connect(client, &options);
  for (;;) pause();
}
