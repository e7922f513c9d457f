/** How the person wants times shown. The session sets it. */

interface TimeSettings {
  /** IANA name; null: the browser's. */
  timeZone: string | null;
  clock: "12" | "24";
}

const settings: TimeSettings = { timeZone: null, clock: "12" };

export const timeSettings = (): Readonly<TimeSettings> => settings;
export const setTimeSettings = (next: TimeSettings): void => void Object.assign(settings, next);
