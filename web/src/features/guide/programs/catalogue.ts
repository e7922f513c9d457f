import type { Language } from "./fill.ts";

/** A tab of programs: files of `snippets/`. */
export interface SnippetChoice {
  label: string;
  files: readonly string[];
}

export const CHOICES = {
  device: [
    { label: "ESP32", files: ["esp32_wss.ino"] },
    { label: "Arduino", files: ["arduino_tcp.ino"] },
    { label: "Python", files: ["device_wss.py"] },
    { label: "Python, TCP", files: ["device_tcp.py"] },
    { label: "Node.js", files: ["device.js"] },
    { label: "Shell", files: ["device.sh", "switch.sh"] },
  ],
  telemetry: [
    { label: "Arduino", files: ["telemetry_tcp.ino"] },
    { label: "Python", files: ["telemetry.py"] },
    { label: "Node.js", files: ["telemetry.js"] },
  ],
  dimmer: [
    { label: "Arduino", files: ["dimmer_tcp.ino"] },
    { label: "Python", files: ["dimmer.py"] },
    { label: "Node.js", files: ["dimmer.js"] },
  ],
  http: [
    { label: "Publish", files: ["http_publish.sh"] },
    { label: "Read", files: ["http_read.sh"] },
    { label: "Switch", files: ["http_switch.sh"] },
    { label: "Values", files: ["http_values.sh"] },
    { label: "Prometheus", files: ["http_metrics.sh"] },
    { label: "Webhook", files: ["webhook.js"] },
  ],
  anonymous: [
    { label: "Node.js", files: ["anonymous.js"] },
    { label: "Python", files: ["anonymous.py"] },
    { label: "Shell", files: ["anonymous.sh"] },
  ],
} satisfies Record<string, readonly SnippetChoice[]>;

export const languageOf = (file: string): Language => file.slice(file.lastIndexOf(".") + 1) as Language;

/** Snippets over TCP, which not every broker offers: `_tcp` in the file name, and shell commands for Mosquitto. */
export const speaksTcp = (file: string): boolean => /_tcp|^(?!http).*sh$/.test(file);
