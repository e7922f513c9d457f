/** PURE. What a plan of an import is made of. */

import type { User } from "../contract/account.ts";
import type { OwnCallName } from "../contract/api.ts";
import type { Channel } from "../contract/channels.ts";
import type { Credential } from "../contract/credentials.ts";
import type { Device } from "../contract/devices.ts";
import type { Schedule } from "../contract/schedules.ts";
import type { Settings } from "../contract/settings.ts";
import type { NoticeTarget, Watch } from "../contract/watches.ts";
import type { AccountFile } from "./account-file.ts";

/** From ids of the export to ids of the account. */
export type Ids = Map<string, string>;

/** What the account has now. */
export interface PresentAccount {
  user: User;
  settings: Settings;
  api_keys: unknown[];
  channels: Channel[];
  credentials: Credential[];
  devices: Device[];
  /** Each with the id of its device. */
  schedules: (Schedule & { device: string })[];
  watches: Watch[];
  targets: NoticeTarget[];
}

export interface PlannedCall {
  name: OwnCallName;
  /** The ids of the path. An id of the export stands for the row that an earlier item creates. */
  id?: string;
  scheduleId?: string;
  query?: Record<string, string>;
  /** References are ids as above. */
  body?: Record<string, unknown>;
  csv?: string;
}

export interface PlannedItem {
  /** Such as `channel "Hall"`. */
  what: string;
  /** Of values: whose they are, without their count. */
  series?: string;
  /** `keep`: it is there and the same. `values`: hours that the account lacks. `lost`: it cannot be imported. */
  action: "create" | "update" | "keep" | "values" | "lost";
  /** Null for `keep` and `lost`. */
  call: PlannedCall | null;
  /** The id in the export of the row that the call creates. */
  creates?: string;
  /** What the person has to know or to do, as a sentence. Of `lost`: the reason. */
  note?: string;
}

/** What the items of all nouns are made of. */
export interface PlanContext {
  exported: AccountFile;
  present: PresentAccount;
  ids: Ids;
  /** Milliseconds since 1970. */
  now: number;
}

export const lost = (what: string, note: string): PlannedItem => ({ what, action: "lost", call: null, note });
