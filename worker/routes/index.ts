/** Every call of the contract has its route here; the type says so. */

import type { Routes } from "../http/call.ts";
import * as apiKeys from "./api-keys.ts";
import * as channels from "./channels.ts";
import * as clients from "./clients.ts";
import * as credentials from "./credentials.ts";
import * as deviceLinks from "./device-links.ts";
import * as devices from "./devices.ts";
import * as email from "./email.ts";
import * as events from "./events.ts";
import * as found from "./found.ts";
import { OPERATOR_ROUTES } from "./operator/index.ts";
import * as passwordReset from "./password-reset.ts";
import * as presence from "./presence.ts";
import * as refusals from "./refusals.ts";
import * as rotation from "./rotation.ts";
import * as schedules from "./schedules.ts";
import * as service from "./service.ts";
import * as sessions from "./sessions.ts";
import * as settings from "./settings.ts";
import * as users from "./users.ts";
import * as values from "./values.ts";

export const ROUTES: Routes = {
  ...OPERATOR_ROUTES,
  health: service.health,
  brokerInfo: service.brokerInfo,
  countUsers: service.countAccounts,
  joinWaitlist: service.joinWaitlist,
  register: sessions.register,
  login: sessions.login,
  logout: sessions.logout,
  forgotPassword: passwordReset.forgotPassword,
  validateResetToken: passwordReset.validateResetToken,
  resetPassword: passwordReset.resetPassword,
  verifyEmail: email.verifyEmail,
  undoEmail: email.undoEmail,
  sendVerification: email.sendVerification,
  readUser: users.readUser,
  updateUser: users.updateUser,
  deleteUser: users.deleteUser,
  listApiKeys: apiKeys.listApiKeys,
  createApiKey: apiKeys.createApiKey,
  deleteApiKey: apiKeys.deleteApiKey,
  listChannels: channels.listChannels,
  createChannel: channels.createChannel,
  updateChannel: channels.updateChannel,
  deleteChannel: channels.deleteChannel,
  listChannelValues: values.listChannelValues,
  readChannelSeries: values.readChannelSeries,
  listCredentials: credentials.listCredentials,
  createCredential: credentials.createCredential,
  updateCredential: credentials.updateCredential,
  deleteCredential: credentials.deleteCredential,
  rotateCredential: rotation.rotateCredential,
  readSettings: settings.readSettings,
  updateSettings: settings.updateSettings,
  listDevices: devices.listDevices,
  createDevice: devices.createDevice,
  updateDevice: devices.updateDevice,
  deleteDevice: devices.deleteDevice,
  readDevice: presence.readDevice,
  listConnections: presence.listConnections,
  switchDevice: presence.switchDevice,
  listDeviceValues: values.listDeviceValues,
  readDeviceSeries: values.readDeviceSeries,
  listFound: found.listFound,
  adoptFound: found.adoptFound,
  createLink: deviceLinks.createLink,
  revokeLinks: deviceLinks.revokeLinks,
  openLink: deviceLinks.openLink,
  listSchedules: schedules.listSchedules,
  createSchedule: schedules.createSchedule,
  previewSchedule: schedules.previewSchedule,
  updateSchedule: schedules.updateSchedule,
  deleteSchedule: schedules.deleteSchedule,
  listRuns: schedules.listRuns,
  listClients: clients.listClients,
  disconnectClient: clients.disconnectClient,
  listRefusals: refusals.listRefusals,
  fixRefusal: refusals.fixRefusal,
  listEvents: events.listEvents,
  countEvents: events.countEvents,
};
