/** The snippets, by what they do and what they are written in. Each is fetched when it is looked at. */

import type { Language } from "./fill.ts";

export type Tokens = readonly (readonly [kind: string, text: string])[];
type Load = () => Promise<{ default: Tokens }>;

export interface Snippet {
  /** The file's name, which the reader may keep. */
  file: string;
  load: Load;
}

export interface Choice {
  label: string;
  snippets: readonly Snippet[];
}

export const languageOf = (file: string): Language => file.slice(file.lastIndexOf(".") + 1) as Language;

/** TCP, which not every broker takes by itself: files that say so, and Mosquitto's commands. */
export const speaksTcp = ({ file }: Snippet): boolean => /_tcp|sh$/.test(file);

const choice = (label: string, ...files: [file: string, load: Load][]): Choice => ({
  label,
  snippets: files.map(([file, load]) => ({ file, load })),
});

export const CHOICES = {
  /** A device that listens on its control topic and moves its pin. */
  device: [
    choice("ESP32", ["esp32_wss.ino", () => import("./snippets/esp32_wss.ino?snippet")]),
    choice("Arduino", ["arduino_tcp.ino", () => import("./snippets/arduino_tcp.ino?snippet")]),
    choice("Python", ["device_wss.py", () => import("./snippets/device_wss.py?snippet")]),
    choice("Python, TCP", ["device_tcp.py", () => import("./snippets/device_tcp.py?snippet")]),
    choice("Node.js", ["device.js", () => import("./snippets/device.js?snippet")]),
    choice(
      "Shell",
      ["device.sh", () => import("./snippets/device.sh?snippet")],
      ["switch.sh", () => import("./snippets/switch.sh?snippet")],
    ),
  ],
  /** A device that tells what it measures. */
  telemetry: [
    choice("Arduino", ["telemetry_tcp.ino", () => import("./snippets/telemetry_tcp.ino?snippet")]),
    choice("Python", ["telemetry.py", () => import("./snippets/telemetry.py?snippet")]),
    choice("Node.js", ["telemetry.js", () => import("./snippets/telemetry.js?snippet")]),
  ],
  /** Someone with the account's API key who switches a device on. */
  anonymous: [
    choice("Node.js", ["anonymous.js", () => import("./snippets/anonymous.js?snippet")]),
    choice("Python", ["anonymous.py", () => import("./snippets/anonymous.py?snippet")]),
    choice("Shell", ["anonymous.sh", () => import("./snippets/anonymous.sh?snippet")]),
  ],
};
