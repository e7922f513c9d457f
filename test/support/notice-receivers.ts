/** Receivers of notices on this machine: a webhook, and a push service that decrypts as a browser does. */

import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Answers each request with the next status, then with the last one. */
export const receiver = (...statuses: number[]) => receiverAt(0, ...statuses);

export const receiverAt = (listenPort: number, ...statuses: number[]) =>
  receiverOf(() => (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200, listenPort);

export async function receiverOf(
  statusOf: (request: ReceivedRequest) => number | Promise<number>,
  listenPort = 0,
) {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const received = { path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks) };
    requests.push(received);
    response
      .writeHead(await statusOf(received), { Location: "http://127.0.0.1:1/" })
      .end("A body that nobody reads.");
  });
  await new Promise<void>((resolve) => server.listen(listenPort, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, requests, close };
}

/** A browser's subscription at a push service, with the keys that decrypt its messages. */
export function subscriptionAt(url: string) {
  const ecdh = createECDH("prime256v1");
  const p256dh = ecdh.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint: `${url}/push/1`,
      keys: { p256dh: p256dh.toString("base64url"), auth: auth.toString("base64url") },
    },
    /** The plain text of a message in `aes128gcm` (RFC 8188, RFC 8291). Throws if it was altered. */
    decrypt(body: Buffer): string {
      const salt = body.subarray(0, 16);
      const sender = body.subarray(21, 21 + body.readUInt8(20));
      const sealed = body.subarray(21 + sender.length);
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), p256dh, sender]);
      const secret = Buffer.from(hkdfSync("sha256", ecdh.computeSecret(sender), auth, info, 32));
      const derive = (label: string, length: number) =>
        Buffer.from(hkdfSync("sha256", secret, salt, Buffer.from(`Content-Encoding: ${label}\0`), length));
      const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
      decipher.setAuthTag(sealed.subarray(-16));
      const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      return plain.subarray(0, plain.lastIndexOf(2)).toString("utf8");
    },
  };
}

/** The claims of a VAPID header (RFC 8292). Throws unless its signature is of `publicKey`. */
export function vapidClaims(
  authorization: string,
  publicKey: string,
): { aud: string; exp: number; sub: string } {
  const [, jwt = "", key = ""] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  if (key !== publicKey) throw new Error("The message was signed with another key.");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
  const verifier = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const [head, claims, signature = ""] = jwt.split(".");
  const signed = Buffer.from(`${head}.${claims}`);
  const options = { key: verifier, dsaEncoding: "ieee-p1363" } as const;
  if (!verify("sha256", signed, options, Buffer.from(signature, "base64url"))) {
    throw new Error("The signature is wrong.");
  }
  return JSON.parse(Buffer.from(claims ?? "", "base64url").toString("utf8"));
}
