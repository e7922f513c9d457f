/** What the bench measures: a broker that can be started, spoken to, weighed and stopped. */
import type { Address } from "../generator/client.ts";
import type { Login } from "../generator/mqtt.ts";

export interface Target {
  name: string;
  /** Can it be started again for one measurement in a few seconds? */
  quickToStart: boolean;
  /** Without its limits, where it has some; `asShipped`: with them. */
  start(asShipped?: boolean): Promise<Running>;
}

export interface Running {
  address: Address;
  /** What every topic starts with. */
  prefix: string;
  login(suffix: string): Login;
  /** Resident bytes of everything that was started. */
  memory(): number;
  /** Where the runtime's inspector listens, when it was asked for. */
  inspector?: string;
  /** A route that lists ten rows of the database: the product's, and the bare one it is held against. */
  list?: () => Promise<ListRoute>;
  /** The product's API, where there is one. */
  api?: Api;
  stop(): Promise<void>;
}

interface ListRoute {
  url: string;
  headers: Record<string, string>;
}

interface Api {
  origin: string;
  /** A new account with an API key. */
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
  /** Creates devices and answers their ids. */
  addDevices(count: number): Promise<string[]>;
}

let connections = 0;
/** A client id that no other connection of this run has. */
export const freshId = (): string => `c${(connections++).toString(36).padStart(6, "0")}`;
