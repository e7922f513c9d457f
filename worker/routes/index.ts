/** The routes of all calls. */

import type { Routes } from "../api/call.ts";
import type { ApiCall } from "../contract/api.ts";
import * as accountMetrics from "./account-metrics.ts";
import * as apiKeys from "./api-keys.ts";
import * as approvals from "./approvals.ts";
import * as apps from "./apps.ts";
import * as asyncapi from "./asyncapi.ts";
import * as channels from "./channels.ts";
import * as credentials from "./credentials.ts";
import * as deviceLinks from "./device-links.ts";
import * as devices from "./devices.ts";
import * as found from "./discovered.ts";
import * as email from "./email.ts";
import * as events from "./events.ts";
import * as exported from "./export.ts";
import * as guests from "./guests.ts";
import * as messages from "./messages.ts";
import * as operator from "./operator.ts";
import * as passkeys from "./passkeys.ts";
import * as password from "./password.ts";
import * as passwordReset from "./password-reset.ts";
import * as presence from "./presence.ts";
import * as refusals from "./refusals.ts";
import * as rotation from "./rotation.ts";
import * as schedules from "./schedules.ts";
import * as service from "./service.ts";
import * as sessions from "./sessions.ts";
import * as stream from "./stream.ts";
import * as targets from "./targets.ts";
import * as tokens from "./tokens.ts";
import * as users from "./users.ts";
import * as values from "./values.ts";
import * as watches from "./watches.ts";

const MODULES = {
  ...operator,
  ...accountMetrics,
  ...apiKeys,
  ...approvals,
  ...apps,
  ...asyncapi,
  ...channels,
  ...credentials,
  ...deviceLinks,
  ...devices,
  ...email,
  ...events,
  ...exported,
  ...found,
  ...guests,
  ...messages,
  changePassword: password.changePassword,
  ...passwordReset,
  ...passkeys,
  ...presence,
  ...refusals,
  ...rotation,
  ...schedules,
  ...service,
  ...sessions,
  ...stream,
  ...tokens,
  ...users,
  ...values,
  ...watches,
  ...targets,
};

/** Does not compile when a module lacks a call's route, or exports anything else. */
export const ROUTES: Routes & Record<Exclude<keyof typeof MODULES, ApiCall>, never> = MODULES;
