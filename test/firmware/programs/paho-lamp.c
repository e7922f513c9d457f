/* A lamp as its maker writes it with Eclipse Paho in C: an address, a user name and a password. */

#include <MQTTClient.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char CONFIG[] = "{\"name\":\"Lamp\",\"command_topic\":\"lamp/set\",\"state_topic\":\"lamp/state\"}";
static MQTTClient client;

static int publish(const char *topic, const void *payload, int length)
{
    MQTTClient_deliveryToken token;
    int code = MQTTClient_publish(client, topic, length, payload, 1, 1, &token);
    return code == MQTTCLIENT_SUCCESS ? MQTTClient_waitForCompletion(client, token, 10000) : code;
}

static int come_in(const char *username, const char *password)
{
    MQTTClient_connectOptions options = MQTTClient_connectOptions_initializer;
    MQTTClient_willOptions will = MQTTClient_willOptions_initializer;
    will.topicName = "lamp/available";
    will.message = "offline";
    will.qos = 1;
    will.retained = 1;
    options.username = username;
    options.password = password;
    options.will = &will;
    int code = MQTTClient_connect(client, &options);
    if (code != MQTTCLIENT_SUCCESS) return code;
    publish("homeassistant/light/lamp/config", CONFIG, strlen(CONFIG));
    code = MQTTClient_subscribe(client, "lamp/set", 1);
    publish("lamp/available", "online", 6);
    return code;
}

int main(int count, char **given)
{
    if (count != 4) return 2;
    MQTTClient_create(&client, given[1], "paho-c-lamp", MQTTCLIENT_PERSISTENCE_NONE, NULL);
    for (;;) {
        if (!MQTTClient_isConnected(client)) {
            int code = come_in(given[2], given[3]);
            printf("connected %d\n", code);
            fflush(stdout);
            if (code != MQTTCLIENT_SUCCESS) sleep(1);
        }
        char *topic = NULL;
        int length;
        MQTTClient_message *message = NULL;
        MQTTClient_receive(client, &topic, &length, &message, 500);
        if (message == NULL) continue;
        publish("lamp/state", message->payload, message->payloadlen);
        MQTTClient_freeMessage(&message);
        MQTTClient_free(topic);
    }
}
