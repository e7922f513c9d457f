/** A virtual device runs on every screen until it is powered off, the user logs out or the tab is closed. */

import { createStore, type Store } from "../../lib/store.ts";
import { session } from "../../session/session.ts";
import { Board } from "./board.ts";
import {
  FIRST_READING,
  nextHumidity,
  READING_SECONDS,
  type SensorReading,
  telemetryPayload,
} from "./sensors.ts";

/** Debounce of the slider, in milliseconds. */
const REST = 250;

export class VirtualDevice {
  readonly board = new Board();
  readonly reading: Store<SensorReading> = createStore(FIRST_READING);
  credentialId: string | undefined;
  #runs = false;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #every: ReturnType<typeof setInterval> | undefined;

  constructor() {
    this.board.state.subscribe(() => this.#follow());
  }

  setTemperature(temperature: number): void {
    this.reading.set({ ...this.reading.get(), temperature });
    if (this.#runs) this.#start();
  }

  #follow(): void {
    const { phase, frozen } = this.board.state.get();
    const runs = phase === "connected" && !frozen;
    if (runs === this.#runs) return;
    this.#runs = runs;
    if (runs) this.#start();
    else this.#stop();
  }

  #start(): void {
    this.#stop();
    this.#rest = setTimeout(() => this.#read(), REST);
    this.#every = setInterval(() => this.#read(), READING_SECONDS * 1_000);
  }

  #stop(): void {
    clearTimeout(this.#rest);
    clearInterval(this.#every);
  }

  #read(): void {
    const before = this.reading.get();
    const reading = { ...before, humidity: nextHumidity(before.humidity, Math.random()) };
    this.reading.set(reading);
    this.board.tell(telemetryPayload(reading));
  }
}

/** By device id, which is unique across accounts. */
const devices = new Map<string, VirtualDevice>();

session.subscribe(() => {
  if (session.get().status === "authenticated") return;
  for (const { board } of devices.values()) board.powerOff();
  devices.clear();
});

/** Returns the same object until logout. */
export function virtualDevice(deviceId: string): VirtualDevice {
  const device = devices.get(deviceId) ?? new VirtualDevice();
  devices.set(deviceId, device);
  return device;
}
