/** What the bench measures: a broker that can be started, spoken to, weighed and stopped. */
import type { Address } from "../generator/client.ts";
import type { Login } from "../generator/mqtt.ts";

export interface Target {
  name: string;
  /** Can it be started again for one measurement in a few seconds? */
  quickToStart: boolean;
  start(manner?: Manner): Promise<Running>;
}

/** How it is started: without its limits, where it has some, and with nothing before its database. */
export interface Manner {
  /** With its limits. */
  asShipped?: boolean;
  /** Its calls to the database are counted, and its turns watched. */
  counting?: boolean;
  /** Its modules say when they run. */
  modules?: boolean;
}

export interface Running {
  address: Address;
  /** What every topic starts with. */
  prefix: string;
  login(suffix: string): Login;
  /** Of a client whose topics start with nothing, where brokers have prefixes. */
  rootLogin?: (suffix: string) => Login;
  /** So many devices, which have not yet connected. */
  devices(count: number): Promise<Device[]>;
  /** Those of many accounts, in turn one of each; where there are no accounts, as many devices. */
  crowd?: (accounts: number, ofEach: number) => Promise<Device[]>;
  /** How many calls to the database were made so far, where they are counted. */
  databaseCalls?: () => Promise<number>;
  /** The modules that ran since it was asked last, where they say so. */
  modules?: () => Promise<string[]>;
  /** How long the objects' turns since it was asked last took, by what set them off, where they are watched. Milliseconds. */
  turns?: () => Promise<Record<"frame" | "alarm" | "timer", number[]>>;
  /** An account's series have had a sample a minute for so many days. Answers the bytes of a sample. */
  past?: (userId: string, days: number) => Promise<number>;
  /** Processor seconds of everything that was started, where it is asked for. */
  processor?(): number;
  /** Resident bytes of everything that was started. */
  memory(): number;
  /** Where the runtime's inspector listens, when it was asked for. */
  inspector?: string;
  /** A route that lists ten rows of the database: the product's, and the bare one it is held against. */
  list?: () => Promise<ListRoute>;
  api?: Api;
  stop(): Promise<void>;
}

export interface Device {
  address: Address;
  login: Login;
  control: string;
  subscribed: boolean;
}

interface ListRoute {
  url: string;
  headers: Record<string, string>;
}

interface Api {
  origin: string;
  register(): Promise<Account>;
}

export interface Account {
  userId: string;
  email: string;
  password: string;
  key: string;
  headers: Record<string, string>;
  address: Address;
  login(suffix: string): Login;
  addDevices(count: number): Promise<string[]>;
}

/** Devices of a broker that knows none: clients like all others. */
export const plainDevices = (address: Address, prefix: string, count: number): Device[] =>
  Array.from({ length: count }, () => {
    const clientId = freshId();
    return {
      address,
      login: { clientId },
      control: `${prefix}devices/${clientId}/control`,
      subscribed: false,
    };
  });

let connections = 0;
/** A client id that no other connection of this run has. */
export const freshId = (): string => `c${(connections++).toString(36).padStart(6, "0")}`;
