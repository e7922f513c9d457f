/** Public list prices, US dollars, without tax, discounts or free trials that end. */

export const PRICES_OF = "2026-11-20";

/**
 * Cloudflare Workers Paid: the pages "Pricing" of Workers, of Durable Objects and of D1, and that of Workers Logs, at
 * developers.cloudflare.com. What is included is included in each product for itself.
 */
export const CLOUDFLARE = {
  base: 5,
  workers: {
    requests: { included: 10e6, perMillion: 0.3 },
    /** Milliseconds. */
    cpu: { included: 30e6, perMillion: 0.02 },
    logLines: { included: 20e6, perMillion: 0.6 },
  },
  objects: {
    /** Incoming WebSocket messages for one request. */
    framesPerRequest: 20,
    requests: { included: 1e6, perMillion: 0.15 },
    gigabyteSeconds: { included: 400_000, perMillion: 12.5 },
    rows: { included: 50e6, perMillion: 1 },
    /** Bytes, a month. A gigabyte is 10⁹ of them. */
    stored: { included: 5e9, perMillion: 0.2 / 1000 },
    /** Gigabytes that an object is billed for while it runs. */
    memory: 0.128,
  },
  d1: {
    rowsRead: { included: 25e9, perMillion: 0.001 },
    rows: { included: 50e6, perMillion: 1 },
    stored: { included: 5e9, perMillion: 0.75 / 1000 },
  },
  /** The page "Pricing" of Workers Analytics Engine. */
  analytics: { points: { included: 10e6, perMillion: 0.25 } },
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
