import { expect, it } from "vitest";
import { brokerUrl } from "../../../../web/src/live/broker-url.ts";

const plain = { protocol: "http:", host: "localhost:8787" };
const secure = { protocol: "https:", host: "switchyard.example" };

it("is on the page's own host, with TLS as the page", () => {
  expect(brokerUrl("u1", plain, undefined)).toBe("ws://localhost:8787/mqtt/u1");
  expect(brokerUrl("u1", secure, undefined)).toBe("wss://switchyard.example/mqtt/u1");
});

it("is elsewhere by a build variable", () => {
  expect(brokerUrl("u1", plain, "wss://broker.example/")).toBe("wss://broker.example/mqtt/u1");
});
