// A NestJS service on its MQTT transport, and its client in the same program, as in its documentation.

import "reflect-metadata";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { ClientProxyFactory, EventPattern, MessagePattern, Transport } from "@nestjs/microservices";
import { firstValueFrom } from "rxjs";

const [url, username, password] = process.argv.slice(2);
const will = { topic: "service/status", payload: Buffer.from("gone"), qos: 1, retain: true };
const options = { url, username, password };

/** Applies a method decorator without the syntax, which Node lacks. */
const above = (type, method, decorator) =>
  decorator(type.prototype, method, Object.getOwnPropertyDescriptor(type.prototype, method));

class Service {
  sum(numbers) {
    return numbers.reduce((total, number) => total + number, 0);
  }
  rained(drops) {
    console.log(`it rained ${drops}`);
  }
}
above(Service, "sum", MessagePattern("sum"));
above(Service, "rained", EventPattern("weather/+"));

class App {}
Module({ controllers: [Service] })(App);

const service = await NestFactory.createMicroservice(App, {
  transport: Transport.MQTT,
  options: { ...options, will },
  logger: ["error", "warn", "log"],
});
await service.listen();
const client = ClientProxyFactory.create({ transport: Transport.MQTT, options });
await client.connect();
console.log("ready");
for await (const line of createInterface({ input: process.stdin })) {
  // a request during a lost connection fails at once, and is repeated
  const ask = () =>
    firstValueFrom(client.send("sum", JSON.parse(line))).catch(async (error) => {
      console.log(String(error));
      await setTimeout(500);
      return ask();
    });
  console.log(`sum is ${await ask()}`);
}
