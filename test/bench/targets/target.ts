/** What the bench measures: a broker that can be started, connected to, measured and stopped. */
import type { Address } from "../generator/client.ts";
import type { Login } from "../generator/mqtt.ts";

export interface Target {
  name: string;
  /** Whether it starts in a few seconds, so that one measurement can have its own. */
  quickToStart: boolean;
  start(manner?: StartOptions): Promise<Running>;
}

/** Options of the start: default without limits, and without a counter. */
export interface StartOptions {
  /** With its limits. */
  asShipped?: boolean;
  /** Its calls to the database are counted, and its turns watched. */
  counting?: boolean;
  /** Its modules record when they run. */
  modules?: boolean;
  /** Also with a port that has nothing at all before the Worker. */
  direct?: boolean;
}

export interface Running {
  address: Address;
  /** The port with nothing before the Worker, when it was asked for. */
  direct?: number;
  /** What every topic starts with. */
  prefix: string;
  login(suffix: string): Login;
  /** A client without a topic prefix, where brokers have prefixes. */
  rootLogin?: (suffix: string) => Login;
  /** New devices that have not connected. */
  devices(count: number): Promise<Device[]>;
  /** Devices of many accounts, one of each in turn; without accounts, as many devices. */
  crowd?: (accounts: number, ofEach: number) => Promise<Device[]>;
  /** Calls to the database so far, where they are counted. */
  databaseCalls?: () => Promise<number>;
  /** The modules that ran since the last call, where they are recorded. */
  modules?: () => Promise<string[]>;
  /** Durations of the objects' turns since the last call, by cause, where they are watched. Milliseconds. */
  turns?: () => Promise<Record<"frame" | "alarm" | "timer", number[]>>;
  /** Gives an account's series a sample a minute for this many days. Returns the bytes of a sample. */
  past?: (userId: string, days: number) => Promise<number>;
  /** Processor seconds of all started processes. */
  processor?(): number;
  /** Resident bytes of all started processes. */
  memory(): number;
  /** Where the runtime's inspector listens, when it was asked for. */
  inspector?: string;
  /** A route that lists ten rows of the database: the product's, and the bare one for comparison. */
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

/** Devices of a broker without devices: ordinary clients. */
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
