/** The snippets, by what they do and what they are written in. Each is fetched when it is looked at. */

import type { Language } from "./fill.ts";

export type Tokens = readonly (readonly [kind: string, text: string])[];
type Load = () => Promise<{ default: Tokens }>;

export interface Snippet {
  /** The file's name, which the reader may keep. */
  file: string;
  load: Load;
  /** Speaks TCP, which not every broker takes by itself. */
  tcp?: true;
}

interface Choice {
  id: string;
  label: string;
  snippets: readonly Snippet[];
}

export const languageOf = (file: string): Language => file.slice(file.lastIndexOf(".") + 1) as Language;

/** A device that listens on its control topic and moves its pin. */
const DEVICE_CHOICES: readonly Choice[] = [
  {
    id: "esp32",
    label: "ESP32",
    snippets: [{ file: "esp32_wss.ino", load: () => import("./snippets/esp32_wss.ino?snippet") }],
  },
  {
    id: "arduino",
    label: "Arduino",
    snippets: [
      { file: "arduino_tcp.ino", load: () => import("./snippets/arduino_tcp.ino?snippet"), tcp: true },
    ],
  },
  {
    id: "python",
    label: "Python",
    snippets: [{ file: "device_wss.py", load: () => import("./snippets/device_wss.py?snippet") }],
  },
  {
    id: "python-tcp",
    label: "Python, TCP",
    snippets: [{ file: "device_tcp.py", load: () => import("./snippets/device_tcp.py?snippet"), tcp: true }],
  },
  {
    id: "node",
    label: "Node.js",
    snippets: [{ file: "device.js", load: () => import("./snippets/device.js?snippet") }],
  },
  {
    id: "mosquitto",
    label: "Shell",
    snippets: [
      { file: "device.sh", load: () => import("./snippets/device.sh?snippet"), tcp: true },
      { file: "switch.sh", load: () => import("./snippets/switch.sh?snippet"), tcp: true },
    ],
  },
];

/** A device that tells what it measures. */
const TELEMETRY_CHOICES: readonly Choice[] = [
  {
    id: "arduino",
    label: "Arduino",
    snippets: [
      { file: "telemetry_tcp.ino", load: () => import("./snippets/telemetry_tcp.ino?snippet"), tcp: true },
    ],
  },
  {
    id: "python",
    label: "Python",
    snippets: [{ file: "telemetry.py", load: () => import("./snippets/telemetry.py?snippet") }],
  },
  {
    id: "node",
    label: "Node.js",
    snippets: [{ file: "telemetry.js", load: () => import("./snippets/telemetry.js?snippet") }],
  },
];

/** Someone with the account's API key who switches a device on. */
const ANONYMOUS_CHOICES: readonly Choice[] = [
  {
    id: "node",
    label: "Node.js",
    snippets: [{ file: "anonymous.js", load: () => import("./snippets/anonymous.js?snippet") }],
  },
  {
    id: "python",
    label: "Python",
    snippets: [{ file: "anonymous.py", load: () => import("./snippets/anonymous.py?snippet") }],
  },
  {
    id: "mosquitto",
    label: "Shell",
    snippets: [{ file: "anonymous.sh", load: () => import("./snippets/anonymous.sh?snippet"), tcp: true }],
  },
];

export const CHOICES = { device: DEVICE_CHOICES, telemetry: TELEMETRY_CHOICES, anonymous: ANONYMOUS_CHOICES };
