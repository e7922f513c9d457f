import type { Language } from "./fill.ts";

export type Tokens = readonly (readonly [kind: string, text: string])[];
type Load = () => Promise<{ default: Tokens }>;

export interface Snippet {
  file: string;
  load: Load;
}

export interface SnippetChoice {
  label: string;
  snippets: readonly Snippet[];
}

export const languageOf = (file: string): Language => file.slice(file.lastIndexOf(".") + 1) as Language;

/** Snippets over TCP, which not every broker offers: `_tcp` in the file name, and shell commands for Mosquitto. */
export const speaksTcp = ({ file }: Snippet): boolean => /_tcp|^(?!http).*sh$/.test(file);

const choice = (label: string, ...files: [file: string, load: Load][]): SnippetChoice => ({
  label,
  snippets: files.map(([file, load]) => ({ file, load })),
});

export const CHOICES = {
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
  telemetry: [
    choice("Arduino", ["telemetry_tcp.ino", () => import("./snippets/telemetry_tcp.ino?snippet")]),
    choice("Python", ["telemetry.py", () => import("./snippets/telemetry.py?snippet")]),
    choice("Node.js", ["telemetry.js", () => import("./snippets/telemetry.js?snippet")]),
  ],
  http: [
    choice("Publish", ["http_publish.sh", () => import("./snippets/http_publish.sh?snippet")]),
    choice("Read", ["http_read.sh", () => import("./snippets/http_read.sh?snippet")]),
    choice("Switch", ["http_switch.sh", () => import("./snippets/http_switch.sh?snippet")]),
    choice("Values", ["http_values.sh", () => import("./snippets/http_values.sh?snippet")]),
    choice("Prometheus", ["http_metrics.sh", () => import("./snippets/http_metrics.sh?snippet")]),
    choice("Webhook", ["webhook.js", () => import("./snippets/webhook.js?snippet")]),
  ],
  anonymous: [
    choice("Node.js", ["anonymous.js", () => import("./snippets/anonymous.js?snippet")]),
    choice("Python", ["anonymous.py", () => import("./snippets/anonymous.py?snippet")]),
    choice("Shell", ["anonymous.sh", () => import("./snippets/anonymous.sh?snippet")]),
  ],
};
