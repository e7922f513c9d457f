/** The bridge's TLS listener: supported versions, refusals, and certificate renewal. */

import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect as connectTcp } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ConnectionOptions, connect, type TLSSocket } from "node:tls";
import mqtt from "mqtt";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { newDeviceSetup } from "../support/account.ts";
import {
  type BridgeProcess,
  type CertificateFiles,
  makeCertificate,
  startBridge,
} from "../support/bridge-process.ts";
import { paho } from "../support/device-process.ts";
import { mosquittoPub } from "../support/mosquitto.ts";
import { until } from "../support/until.ts";

const baseUrl = inject("baseUrl");
const folder = mkdtempSync(join(tmpdir(), "switchyard-bridge-tls-"));
const files = makeCertificate(folder, "first");

let bridge: BridgeProcess;
let port = 0;
beforeAll(async () => {
  bridge = await startBridge([
    "--to",
    `${baseUrl.replace(/^http/, "ws")}/mqtt`,
    "--listen",
    "off",
    "--cert",
    files.certificate,
    "--key",
    files.key,
    "--tls-listen",
    "127.0.0.1:any",
    "--health",
    "127.0.0.1:any",
  ]);
  port = bridge.ports[0] as number;
});
afterAll(async () => {
  await bridge.stop();
  rmSync(folder, { recursive: true });
});

/** A handshake without certificate verification. */
function greet(options: ConnectionOptions = {}): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false, ...options });
    socket.once("secureConnect", () => resolve(socket));
    socket.on("error", reject);
  });
}

it.each(["TLSv1.2", "TLSv1.3"] as const)("supports %s", async (version) => {
  const { login } = await newDeviceSetup(baseUrl);
  const only = { minVersion: version, maxVersion: version, rejectUnauthorized: false };
  const client = await mqtt.connectAsync(`mqtts://127.0.0.1:${port}`, { ...login, ...only });
  expect((client.stream as TLSSocket).getProtocol()).toBe(version);
  await client.endAsync();
});

it("serves Paho, which verifies the certificate", async () => {
  const { account, device, login } = await newDeviceSetup(baseUrl);
  const address = `mqtts://127.0.0.1:${port}`;
  const place = { baseUrl, userId: account.userId, version: 4, login, topic: "", address } as const;
  const lamp = await paho({ ...place, caFile: files.certificate });
  await account.untilEvent(device.id, "connected");
  await account.switchDevice(device, "on");
  await lamp.untilHeard(1);
  await lamp.kill();
});

it("refuses older versions", async () => {
  const old = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" } as const;
  await expect(greet(old)).rejects.toThrow();
});

it("negotiates ALPN only with clients that request it", async () => {
  const [asked, silent] = [await greet({ ALPNProtocols: ["mqtt"] }), await greet()];
  expect([asked.alpnProtocol, silent.alpnProtocol]).toEqual(["mqtt", false]);
  await expect(greet({ ALPNProtocols: ["h2"] })).rejects.toThrow();
  for (const socket of [asked, silent]) socket.destroy();
});

it("ends a client that sends plain bytes, and serves the next one [F130]", async () => {
  const failed = await bridge.metric("tls_handshakes_failed_total");
  await new Promise<void>((resolve) => {
    const socket = connectTcp(port, "127.0.0.1", () => socket.write("not a handshake at all"));
    socket.on("error", () => {});
    socket.once("close", () => resolve()).resume();
  });
  await until("the count", async () => (await bridge.metric("tls_handshakes_failed_total")) > failed);
  const { login, control: topic } = await newDeviceSetup(baseUrl);
  const more = ["--cafile", files.certificate];
  const { code, said } = await mosquittoPub({ version: 4, login, topic, port, more }, "{}");
  expect(`${code} ${said}`).toBe("0 ");
});

it("serves a new certificate to new clients, and keeps the connected ones [F131]", async () => {
  const { login, account, key } = await newDeviceSetup(baseUrl);
  const kept = await mqtt.connectAsync(`mqtts://127.0.0.1:${port}`, {
    ...login,
    rejectUnauthorized: false,
    reconnectPeriod: 0,
  });
  let closed = 0;
  kept.on("close", () => closed++);
  const topic = `${account.userId}/under-load`;
  let isDone = false;
  const busy = (async () => {
    while (!isDone) await kept.publishAsync(topic, "x", { qos: 1 });
  })();
  makeCertificate(folder, "second");
  await until("the new certificate", async () => {
    const socket = await greet();
    const { subject } = socket.getPeerCertificate();
    socket.destroy();
    return subject.CN === "second";
  });
  isDone = true;
  await busy;
  const other = { ...login, clientId: `${key.key}__renewed` };
  const more = ["--cafile", files.certificate];
  const { code, said } = await mosquittoPub({ version: 5, login: other, topic, port, more }, "x");
  expect(`${code} ${said}`).toBe("0 ");
  expect(closed).toBe(0);
  await kept.endAsync();
});

it("reads its certificate again on SIGHUP, and continues [F433]", async () => {
  const { login } = await newDeviceSetup(baseUrl);
  const kept = await mqtt.connectAsync(`mqtts://127.0.0.1:${port}`, { ...login, rejectUnauthorized: false });
  const times = () => bridge.log().split("was read again").length;
  const before = times();
  bridge.signal("SIGHUP");
  await until("that it was read again", () => times() > before);
  expect((await bridge.ask("/health")).status).toBe(200);
  expect(kept.connected).toBe(true);
  await kept.endAsync();
});

describe("with an RSA and an ECDSA certificate", () => {
  const ecdsa = makeCertificate(folder, "ecdsa", { prefix: "ecdsa-" });
  const rsa = makeCertificate(folder, "rsa", { kind: "rsa", prefix: "rsa-" });
  let both: BridgeProcess;

  beforeAll(async () => {
    both = await startBridge([
      "--to",
      `${baseUrl.replace(/^http/, "ws")}/mqtt`,
      "--listen",
      "off",
      "--cert",
      ecdsa.certificate,
      "--key",
      ecdsa.key,
      "--cert",
      rsa.certificate,
      "--key",
      rsa.key,
      "--tls-listen",
      "127.0.0.1:any",
      "--health",
      "127.0.0.1:any",
    ]);
  });
  afterAll(() => both.stop());

  const CLIENTS = [
    ["ECDHE-RSA-AES128-GCM-SHA256", "rsa", rsa],
    ["ECDHE-ECDSA-AES128-GCM-SHA256", "ecdsa", ecdsa],
  ] as const;

  /** The subject that a client of OpenSSL's receives, and verifies with the file. */
  function subjectFor(cipher: string, { certificate }: CertificateFiles): string {
    const { stdout, stderr } = spawnSync(
      "openssl",
      [
        "s_client",
        "-connect",
        `127.0.0.1:${both.ports[0]}`,
        "-tls1_2",
        "-cipher",
        cipher,
        "-CAfile",
        certificate,
        "-verify_return_error",
      ],
      { encoding: "utf8", input: "" },
    );
    expect(stdout, stderr).toContain("Verify return code: 0 (ok)");
    expect(stdout).toMatch(new RegExp(`Cipher +(is|:) ${cipher}`));
    return /^subject=CN ?= ?(\S+)$/m.exec(stdout)?.[1] ?? stdout;
  }

  it.each(CLIENTS)("serves TLS 1.2 with %s only", async (cipher, name, trusted) => {
    expect(subjectFor(cipher, trusted)).toBe(name);
    const { login } = await newDeviceSetup(baseUrl);
    const only = { minVersion: "TLSv1.2", maxVersion: "TLSv1.2", ciphers: cipher } as const;
    const ca = readFileSync(trusted.certificate);
    const client = await mqtt.connectAsync(`mqtts://127.0.0.1:${both.ports[0]}`, { ...login, ...only, ca });
    expect((client.stream as TLSSocket).getCipher().name).toBe(cipher);
    await client.endAsync();
  });

  it("renews one of them, and keeps the other when it expired or lost its key", async () => {
    const times = (words: string) => both.log().split(words).length;
    makeCertificate(folder, "renewed", { prefix: "ecdsa-" });
    makeCertificate(folder, "expired", { kind: "rsa", prefix: "rsa-", days: -1 });
    await until("the renewed one", () => both.log().includes(`${ecdsa.certificate} was read again`));
    await until("the refusal", () => both.log().includes(`${rsa.certificate} expired on`));
    expect(subjectFor("ECDHE-ECDSA-AES128-GCM-SHA256", ecdsa)).toBe("renewed");
    const { certificate } = makeCertificate(folder, "second", { kind: "rsa" });
    cpSync(certificate, rsa.certificate);
    await until("the refusal", () => both.log().includes(`${rsa.key} is not the key of ${rsa.certificate}`));
    expect(times(`${rsa.certificate} was read again`)).toBe(1);
  });
});
