/** Who lived under the first release, and what a test has to know of them. */

import { readFileSync } from "node:fs";
import type { Login } from "../account.ts";
import type { Answers } from "./answers.ts";

/** A session that was kept, and what waits in it: topic and payload. */
export interface Kept {
  version: 4 | 5;
  login: Login;
  waiting: string[];
}

export interface Person {
  userId: string;
  email: string;
  /** Everyone who may connect, by what they are. */
  logins: Record<string, Login>;
  devices: Record<string, string>;
  kept: Kept[];
  /** Topic and payload. */
  retained: string[];
}

export interface People {
  /** Has much of everything. */
  greenhouse: Person;
  porch: Person;
  /** Its device was connected when the product was killed. */
  cutOff: Person;
}

const file = (name: string): URL => new URL(name, import.meta.url);
export const PEOPLE = file("people.json");
/** What the first release answered to `greenhouse` and `porch`. */
export const ANSWERS = file("answers.json");
/** They open what is sealed in the databases beside them, and nothing else. */
export const SECRETS = file("secrets-of-the-fixture.env");

const json = (from: URL): unknown => JSON.parse(readFileSync(from, "utf8"));
export const people = (): People => json(PEOPLE) as People;
export const answers = (): Record<"greenhouse" | "porch", Answers> =>
  json(ANSWERS) as Record<"greenhouse" | "porch", Answers>;

/** `NAME:VALUE`, as the product was started: nothing of it ends because the fixture has become old. */
export const variables = (): string[] => [
  ...readFileSync(SECRETS, "utf8")
    .trim()
    .split("\n")
    .map((line) => line.replace("=", ":")),
  "EVENT_RETENTION_DAYS:0",
  "MQTT_MAX_SESSION_EXPIRY:0",
  "EVENT_RATE:3",
  "MQTT_MAX_QOS:2",
  "MQTT_RETAIN:true",
];
