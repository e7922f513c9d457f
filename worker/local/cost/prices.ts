/** Public list prices, US dollars, without tax, discounts or free trials that end. */

export const PRICES_OF = "2026-11-20";

/** Cloudflare Workers Paid: developers.cloudflare.com/durable-objects/platform/pricing. */
export const CLOUDFLARE = {
  base: 5,
  /** Incoming WebSocket messages for one request. */
  framesPerRequest: 20,
  requests: { included: 1e6, perMillion: 0.15 },
  gigabyteSeconds: { included: 400_000, perMillion: 12.5 },
  rows: { included: 50e6, perMillion: 1 },
  /** Gigabytes that an object is billed for while it runs. */
  memory: 0.128,
} as const;

/** AWS IoT Core, us-east-1: aws.amazon.com/iot-core/pricing. Pings are free, messages count in and out, 5 KB each. */
export const AWS_IOT = {
  connectionMinutesPerMillion: 0.08,
  /** Up to so many messages a month, at so much a million. */
  messages: [
    { upTo: 1e9, perMillion: 1 },
    { upTo: 5e9, perMillion: 0.8 },
    { upTo: Number.POSITIVE_INFINITY, perMillion: 0.7 },
  ],
} as const;

/** EMQX Serverless: docs.emqx.com/en/cloud/latest/price/pricing.html. One deployment takes 1,000 sessions. */
export const EMQX = {
  sessionMinutes: { included: 1e6, perMillion: 2 },
  gigabytes: { included: 1, each: 0.15 },
} as const;
