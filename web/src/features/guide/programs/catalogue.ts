import type { Language } from "./fill.ts";

/** A tab of programs: files of `snippets/`. */
export interface SnippetChoice {
  label: string;
  files: readonly string[];
}

export const CHOICES = {
  device: [
    { label: "ESP32", files: ["device_esp32.ino"] },
    { label: "ESP-IDF", files: ["device_idf.c"] },
    { label: "Arduino", files: ["device_arduino_tcp.ino"] },
    { label: "MicroPython", files: ["device_micropython.py", "mqtt_connection.py"] },
    { label: "ESPHome", files: ["device_esphome_tcp.yaml"] },
    { label: "Python", files: ["device.py"] },
    { label: "Node.js", files: ["device.js"] },
    { label: "Shell", files: ["device_tcp.sh", "switch_tcp.sh"] },
  ],
  telemetry: [
    { label: "ESP32", files: ["telemetry_esp32.ino"] },
    { label: "ESP-IDF", files: ["telemetry_idf.c"] },
    { label: "Arduino", files: ["telemetry_arduino_tcp.ino"] },
    { label: "MicroPython", files: ["telemetry_micropython.py", "mqtt_connection.py"] },
    { label: "ESPHome", files: ["telemetry_esphome_tcp.yaml"] },
    { label: "Python", files: ["telemetry.py"] },
    { label: "Node.js", files: ["telemetry.js"] },
    { label: "Shell", files: ["telemetry_tcp.sh"] },
  ],
  dimmer: [
    { label: "ESP32", files: ["dimmer_esp32.ino"] },
    { label: "ESP-IDF", files: ["dimmer_idf.c"] },
    { label: "Arduino", files: ["dimmer_arduino_tcp.ino"] },
    { label: "MicroPython", files: ["dimmer_micropython.py", "mqtt_connection.py"] },
    { label: "ESPHome", files: ["dimmer_esphome_tcp.yaml"] },
    { label: "Python", files: ["dimmer.py"] },
    { label: "Node.js", files: ["dimmer.js"] },
    { label: "Shell", files: ["dimmer_tcp.sh"] },
  ],
  restart: [
    { label: "ESP32", files: ["restart_esp32.ino"] },
    { label: "ESP-IDF", files: ["restart_idf.c"] },
    { label: "Arduino", files: ["restart_arduino_tcp.ino"] },
    { label: "MicroPython", files: ["restart_micropython.py", "mqtt_connection.py"] },
    { label: "ESPHome", files: ["restart_esphome_tcp.yaml"] },
    { label: "Python", files: ["restart.py"] },
    { label: "Node.js", files: ["restart.js"] },
    { label: "Shell", files: ["restart_tcp.sh"] },
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
    { label: "Shell", files: ["anonymous_tcp.sh"] },
  ],
} satisfies Record<string, readonly SnippetChoice[]>;

export const languageOf = (file: string): Language => file.slice(file.lastIndexOf(".") + 1) as Language;

/** Snippets whose library speaks TCP only, which not every broker offers. */
export const speaksTcpOnly = (file: string): boolean => file.includes("_tcp.");

/** Snippets that take either address of the broker: `ws:`, `wss:` or `mqtt:`. */
export const speaksBoth = (file: string): boolean => !/_tcp\.|^(http_|webhook)/.test(file);
