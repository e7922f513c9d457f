/** What a command does without options: the stored login, then questions on a terminal, then a sentence. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, describe, expect, it } from "vitest";
import { bearerOf } from "../../../broker/contract/token.ts";
import { loginFile, serverFor, storeAccess, tokenOf } from "../../../worker/cli/access.ts";
import { accountLogin } from "../../../worker/cli/account-login.ts";
import { CliRun } from "../../../worker/cli/command.ts";
import { deviceLogin } from "../../../worker/cli/device-login.ts";
import { COMMANDS, main } from "../../../worker/cli/main.ts";

const ACCOUNT = "0b6e1c1a-7f0e-4c6f-9b1f-1b8f6f6f4a52";
const LAMP = "1d2c3b4a-7f0e-4c6f-9b1f-1b8f6f6f4a52";
const PUMP = "2d2c3b4a-7f0e-4c6f-9b1f-1b8f6f6f4a52";
const SERVER = "https://yard.example";
const folder = mkdtempSync(join(tmpdir(), "switchyard-cli-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const nobody = { XDG_CONFIG_HOME: join(folder, "nobody") };
const user = { XDG_CONFIG_HOME: join(folder, "user") };
const token = bearerOf("token", ACCOUNT, "0".repeat(27));
storeAccess(loginFile(user), { url: SERVER, token });
const configuration = join(folder, "mosquitto.conf");
writeFileSync(configuration, `password_file ${join(folder, "passwords")}\n`);
writeFileSync(join(folder, "passwords"), "ada:$7$101$AAAA$AAAA\n");

interface Typing {
  environment?: NodeJS.ProcessEnv;
  /** The answers on a terminal; without a terminal, null. */
  answers?: string[] | null;
  input?: string;
  devices?: { id: string; name: string }[];
}

/** A run whose person types the next answer at each question. */
function runWith({ environment = user, answers = null, input = "", devices = [] }: Typing) {
  const stdin = new PassThrough() as unknown as NodeJS.ReadStream & PassThrough;
  const [questions, addresses, rest] = [[] as string[], [] as string[], [...(answers ?? [])]];
  if (answers === null) stdin.end(input);
  else stdin.isTTY = true;
  const stderr = {
    write(text: string | Uint8Array) {
      if (!String(text).endsWith(": ")) return true;
      questions.push(String(text));
      setImmediate(() => stdin.write(`${rest.shift() ?? ""}\r`));
      return true;
    },
  };
  const fetching = (async (address: URL) => {
    addresses.push(address.href);
    return Response.json(devices);
  }) as unknown as typeof fetch;
  const context = { environment, stdin, stdout: { write: () => true }, stderr, fetch: fetching };
  return { run: new CliRun(context), context, questions, addresses };
}

describe("the server of a command without --url", () => {
  it.each([
    [nobody, "http://localhost:8787"],
    [user, SERVER],
    [{ ...user, SWITCHYARD_URL: "https://other.example" }, "https://other.example"],
  ])("of %j is %s", (environment, server) => {
    expect(serverFor(environment)).toBe(server);
  });

  it("gets the stored token only if it is that of the login", () => {
    expect(tokenOf(user, SERVER)).toBe(token);
    expect(tokenOf(user, "https://other.example")).toBeNull();
  });

  it.each(Object.keys(COMMANDS).filter((name) => !["logout", "broker", "admin"].includes(name)))(
    "is that of the login: %s",
    async (name) => {
      const words: Record<string, string[]> = {
        switch: ["lamp", "on"],
        set: ["lamp", "brightness=40"],
        pub: ["a", "b"],
        request: ["a", "b"],
        history: ["a"],
        replay: ["a", "--from", "1h"],
        sub: ["a"],
        connect: ["tasmota"],
        device: ["--user", "u", "--password", "p"],
        import: [configuration],
      };
      const environment = {
        ...user,
        SWITCHYARD_EMAIL: "ada@example.com",
        SWITCHYARD_PASSWORD: "secret",
      };
      const { context, addresses } = runWith({ environment, input: token });
      const failing = (async (address: URL) => {
        addresses.push(address.href);
        throw new Error("unreachable");
      }) as unknown as typeof fetch;
      await main([name, ...(words[name] ?? [])], { ...context, fetch: failing });
      expect(new Set(addresses.map((address) => new URL(address).origin))).toEqual(new Set([SERVER]));
    },
  );
});

describe("switchyard admin", () => {
  const OPERATOR_KEY = `${"a".repeat(43)}=`;
  const LOCAL = "http://localhost:9000";
  const local = { XDG_CONFIG_HOME: join(folder, "local"), OPERATOR_KEY };
  storeAccess(loginFile(local), { url: LOCAL, token });

  it("uses a login on this machine", async () => {
    const { context, addresses } = runWith({ environment: local });
    await main(["admin", "audit"], context);
    expect(addresses.map((address) => new URL(address).origin)).toEqual([LOCAL]);
  });

  it("sends no operator's key to the server of a user's login", async () => {
    const { context, addresses } = runWith({ environment: { ...user, OPERATOR_KEY } });
    const said: string[] = [];
    const stderr = { write: (text: string | Uint8Array) => said.push(String(text)) > 0 };
    expect(await main(["admin", "audit"], { ...context, stderr })).toBe(2);
    expect([said.join(""), addresses]).toEqual([expect.stringContaining("Say which product: --url"), []]);
  });
});

describe("switchyard device", () => {
  const lamp = { id: LAMP, name: "Lamp" };
  const pump = { id: PUMP, name: "Pump" };

  it("asks for what is missing, at the login's broker", async () => {
    const { run, questions, addresses } = runWith({ devices: [lamp, pump], answers: ["pump", "u", "p"] });
    expect(await deviceLogin(run, { telemetry: true })).toEqual({
      id: PUMP,
      user: "u",
      password: "p",
      telemetry: true,
      url: `wss://yard.example/mqtt/${ACCOUNT}`,
    });
    expect(questions).toEqual([
      'Device ("Lamp", "Pump"): ',
      "User name of a credential: ",
      "Password of the credential u (it is not shown): ",
    ]);
    expect(new Set(addresses)).toEqual(new Set([`${SERVER}/v0/devices/on-off/`]));
  });

  it("takes the only device", async () => {
    const { run } = runWith({ devices: [lamp] });
    expect((await deviceLogin(run, { user: "u", password: "p" })).id).toBe(LAMP);
  });

  it("asks for the id where nobody logged in", async () => {
    const { run, questions } = runWith({ environment: nobody, answers: [LAMP, "u", "p"] });
    expect(await deviceLogin(run, {})).toMatchObject({ id: LAMP, url: "ws://localhost:8787/mqtt" });
    expect(questions[0]).toBe("Id of the device: ");
  });

  it("sends no token to another broker", async () => {
    const { run, addresses } = runWith({ devices: [lamp] });
    const url = "wss://other.example/mqtt";
    expect(await deviceLogin(run, { id: LAMP, user: "u", password: "p", url })).toMatchObject({ url });
    await expect(deviceLogin(run, { user: "u", password: "p", url })).rejects.toThrow("--id");
    expect(addresses).toEqual([]);
  });

  it.each([
    [{ environment: nobody }, {}, "Name the device with --id"],
    [{ devices: [] }, {}, "create one on the devices screen"],
    [{ devices: [lamp, pump] }, {}, '--id: there are "Lamp", "Pump".'],
    [{ devices: [lamp] }, {}, "Name a credential with --user"],
    [{ devices: [lamp] }, { user: "u" }, "the credential's password with --password"],
    [{ devices: [lamp], answers: ["u", ""] }, {}, "the credential's password with --password"],
    [{ environment: nobody }, { id: "lamp" }, '"lamp" is no id of a device.'],
  ])("names what is missing: %j and %j", async (typing, given, sentence) => {
    await expect(deviceLogin(runWith(typing).run, given)).rejects.toThrow(sentence);
  });
});

describe("an account's own login", () => {
  it("is asked for", async () => {
    const { run, questions } = runWith({ answers: ["ada@example.com", "secret"] });
    expect(await accountLogin(run, undefined, "")).toEqual({ email: "ada@example.com", password: "secret" });
    expect(questions).toEqual(["E-mail address: ", "Password of ada@example.com (it is not shown): "]);
  });

  it("has its password from standard input", async () => {
    const { run } = runWith({ input: "secret\n" });
    expect(await accountLogin(run, "ada@example.com", "")).toMatchObject({ password: "secret" });
  });

  it("is named where it is missing", async () => {
    await expect(accountLogin(runWith({}).run, undefined, "")).rejects.toThrow(
      "with --email or SWITCHYARD_EMAIL",
    );
    await expect(accountLogin(runWith({}).run, "a@example.com", "")).rejects.toThrow(
      "Set SWITCHYARD_PASSWORD",
    );
  });
});
