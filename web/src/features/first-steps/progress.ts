export type StepName = "key" | "channel" | "credential" | "device" | "connection" | "switch";

export interface FirstStepsFacts {
  keys: number;
  channels: number;
  credentials: number;
  devices: number;
  /** A device is or was connected. */
  connected: boolean;
  /** A device took a command. Sending one is not enough. */
  taken: boolean;
}

export type FirstStepsProgress = Record<StepName, boolean>;

export const progressOf = (facts: FirstStepsFacts): FirstStepsProgress => ({
  key: facts.keys > 0,
  channel: facts.channels > 0,
  credential: facts.credentials > 0,
  device: facts.devices > 0,
  connection: facts.connected,
  switch: facts.taken,
});

/** Where a device has taken a command, the other steps were done. */
export const ALL_DONE: FirstStepsProgress = {
  key: true,
  channel: true,
  credential: true,
  device: true,
  connection: true,
  switch: true,
};

export type FirstStage = "make" | "connect" | "switch" | "done";

export function stageOf({ key, channel, credential, device, ...progress }: FirstStepsProgress): FirstStage {
  if (progress.switch) return "done";
  if (!(key && channel && credential && device)) return "make";
  return progress.connection ? "switch" : "connect";
}
