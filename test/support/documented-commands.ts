/** The commands of the documents: where they stand, and how a test runs each of them. */

import { readFileSync } from "node:fs";
import { inRoot } from "../../worker/local/paths.ts";

/** History is not here: its commands were true when they were written. */
export const DOCUMENTS = [
  "README.md",
  "AGENTS.md",
  "CONTRIBUTING.md",
  "DECISIONS.md",
  "SECURITY.md",
  "broker/README.md",
  "examples/README.md",
  "examples/grafana/README.md",
  "examples/home-assistant/README.md",
  "examples/lamp/README.md",
  "examples/pytest/README.md",
  "findings/README.md",
  "test/README.md",
  "web/README.md",
  "web/guide/connecting.md",
  "web/guide/messages.md",
  "web/guide/using.md",
  "worker/DEPLOYING.md",
  "worker/OPERATING.md",
  "worker/README.md",
  "worker/bridge/README.md",
];

const PROGRAM =
  /^(?:[A-Z_]+=\S* )*(?:npx|npm|node|docker|curl|pip|pytest|systemctl|switchyard|mosquitto_\w+|python3?|[\w./-]*bin\.mjs) (?!→)\S/;
/** The name of a program, without what it does. */
const NAME = /^(npx (--no )?[\w-]+|switchyard \w+)$/;
/** What other tests run unchanged: `readme.test.ts` and `operating.test.ts`. */
const MARKED = /^<!-- run.*-->\s*\n```\w*\n[\s\S]*?^```/gm;
const FENCED = /^ *```(?:sh|yaml)?\n([\s\S]*?)^ *```/gm;

/** `a && b  # why` → a, b */
const segmentsOf = (line: string): string[] =>
  line
    .replace(/\s+# .*$/, "")
    .replace(/^- run: /, "")
    .split(" && ")
    .map((segment) => segment.trim());

const linesOf = (block: string): string[] => block.replaceAll(/\\\n\s*/g, "").split("\n");

/** Commands of fenced blocks and in backticks, without those that stand below `<!-- run … -->`. */
export function commandsIn(markdown: string): string[] {
  const text = markdown.replaceAll(MARKED, "");
  const blocks = [...text.matchAll(FENCED)].flatMap(([, block = ""]) => linesOf(block));
  const words = [...text.replaceAll(FENCED, "").matchAll(/`([^`\n]+(?:\n[^`\n]+)?)`/g)].map(([, word = ""]) =>
    word.replace(/\s*\n\s*/, " "),
  );
  return [...blocks, ...words]
    .flatMap((line) => segmentsOf(line.trim()))
    .filter((segment) => PROGRAM.test(segment) && !NAME.test(segment));
}

export const documentedCommands = (): string[] => [
  ...new Set(DOCUMENTS.flatMap((file) => commandsIn(readFileSync(inRoot(file), "utf8")))),
];

interface Group {
  /**
   * `stands`: as it stands, with the running product. `starts`: as it stands; it starts a product of its own, whose
   * ports and data the environment sets. `dry`, `help`: with `--dry-run` or `--help` behind it; each of its options must
   * be in that help. `test`: by the named test. `never`: by none.
   */
  how: "stands" | "starts" | "dry" | "help" | "test" | "never";
  /** Why it does not run as it stands, and which test runs what it does; the file of the test. */
  reason: string;
  commands: readonly string[];
}

const STANDS: Group = {
  how: "stands",
  reason: "",
  commands: [
    "npx --no switchyard login",
    "npx --no switchyard device",
    "npm run device",
    "npx --no switchyard switch lamp on --wait",
    "npx --no switchyard help",
    "npx --no switchyard help broker",
    "npx --no switchyard export",
    "npx --no switchyard import switchyard-export.zip",
    "npx --no switchyard import mosquitto.conf",
    "switchyard import mosquitto.conf",
    "switchyard history 'greenhouse/#' --from 2h",
    "switchyard replay 'greenhouse/#' --from 1h --onto copy",
    `curl -X PUT …/v0/mqtt/settings/ --json '{"profile":"full","history":[{"filter":"greenhouse/#","days":7}]}'`,
    "npx --no switchyard admin help",
    "npx --no switchyard admin doctor",
    "npx --no switchyard admin top",
    "npx --no switchyard admin accounts find ada@example.com",
    'npx --no switchyard admin account sessions end "$WHO"',
    "npx --no switchyard admin audit --key NAME",
    'curl -X PUT "$SWITCHYARD_URL/v0/devices/on-off/$DEVICE_ID/" -H "Authorization: Bearer $SWITCHYARD_TOKEN" -H "Content-Type: application/json" -d @controls.json',
    "npm run grain",
    "npm run cost",
    "npm run scale",
    "npm link",
    "npx vitest run --config test/vitest.config.ts --project core test/unit/core/session",
  ],
};

const STARTS: Group = {
  how: "starts",
  reason: "",
  commands: [
    "npm start",
    "npm start -- --var MQTT_MAX_QOS:1 --var MQTT_RETAIN:false",
    "npm start -- --var WEBHOOK_LAN:true",
    "npm start -- --var TELEGRAM_URL:https://bots.your.host",
    "npm start -- --var TARGET_HOST_RATE:600",
  ],
};

const CLOUDFLARE: Group[] = [
  {
    how: "dry",
    reason: "It needs a Cloudflare account. `deploy.test.ts` runs its steps.",
    commands: [
      "npm run deploy",
      "npm run deploy -- --dry-run",
      "npm run deploy -- --metrics",
      "npm run deploy -- --var MAX_USERS:2000",
      "npm run deploy -- --var MAX_DEVICES:20",
      "npm run deploy -- --url https://switchyard.your.host --domain switchyard.your.host --mail-from hello@your.host --support-email help@your.host",
    ],
  },
  {
    how: "help",
    reason: "It opens a browser, in which a person logs in to Cloudflare.",
    commands: ["npx wrangler login"],
  },
  {
    how: "help",
    reason: "It reads or changes a deployed Worker.",
    commands: [
      "npx wrangler rollback",
      "npx wrangler versions list",
      "npx wrangler tail --format json",
      "npx wrangler secret put OPERATOR_KEYS",
      "npx wrangler secret put METRICS_ACCOUNT",
      "npx wrangler secret put METRICS_TOKEN",
    ],
  },
  {
    how: "help",
    reason: "It reads or changes the database of a deployed Worker. `restored.test.ts` runs the statement.",
    commands: [
      "npx wrangler d1 time-travel info switchyard --timestamp 2026-11-22T03:00:00Z",
      "npx wrangler d1 time-travel restore switchyard --timestamp 2026-11-22T03:00:00Z",
      "npx wrangler d1 time-travel restore switchyard --timestamp …",
      'npx wrangler d1 execute DB --remote --command "UPDATE users SET rights_version = max(rights_version + 1, unixepoch())"',
    ],
  },
  {
    how: "help",
    reason: "It replaces secrets of a deployed Worker. `secret-files.test.ts` runs it with a recorded one.",
    commands: [
      "npm run secrets:rotate -- --remote",
      "npm run secrets:rotate -- --lookup --remote",
      "npm run secrets:rotate -- --vapid --remote",
      "npm run secrets:rotate -- --bridge --remote",
      "npm run secrets:rotate -- --operator --remote",
    ],
  },
  {
    how: "help",
    reason: "Its broker does not exist. `bridge.test.ts` and `bridge-tls.test.ts` run it with one that does.",
    commands: [
      "npm run bridge",
      "npm run bridge -- --to wss://your.host/mqtt",
      "npm run bridge -- --to wss://host/mqtt --cert certificate.pem --key key.pem --health 127.0.0.1:9883",
    ],
  },
];

const HERE: Group[] = [
  {
    how: "help",
    reason: "It opens ports of this machine to its network. `lan.test.ts` tests what it prints.",
    commands: ["npm start -- --lan", "npm start -- --ip 0.0.0.0 --host desk.lan"],
  },
  {
    how: "help",
    reason: "Vite listens on a fixed port, and writes the route tree into the clone.",
    commands: ["npm run dev"],
  },
  {
    how: "help",
    reason: "It runs this test, too, or takes minutes.",
    commands: [
      "npm test",
      "npm test -- core",
      "npm test -- types lint",
      "npm run test:quick",
      "npm run test:rest",
      "npm run test:all",
      'npx vitest run --config test/vitest.config.ts --project firmware -t "Node-RED"',
      "npx playwright test --config test/e2e/playwright.config.ts keyboard",
    ],
  },
  {
    how: "help",
    reason: "It measures for minutes, and needs the processor for itself.",
    commands: [
      "npm run test:abuse",
      "npm run test:evictions",
      "npm run test:soak -- --week",
      "CYCLES=200 npm run test:crash",
      "npm run bench",
      "npm run bench -- --desk",
      "npm run bench:bridge",
      "npm run vitals",
    ],
  },
  {
    how: "help",
    reason: "It writes files of the repository.",
    commands: ["npx vitest run --config test/vitest.config.ts --project architecture -u"],
  },
  {
    how: "help",
    reason: "FILE stands for a file, FILTER for a filter.",
    commands: [
      "switchyard history FILTER",
      "npx vitest run --config test/vitest.config.ts --project core FILE",
      "npx --no biome check --write FILE",
    ],
  },
  {
    how: "help",
    reason: "It fetches packages from a registry.",
    commands: ["npm ci", "npm ci --prefix switchyard", "npm install mqtt", "npm install --package-lock-only"],
  },
  {
    how: "help",
    reason: "The reader completes it. `operating.test.ts` runs it with an account.",
    commands: ["npx --no switchyard admin account limits"],
  },
];

const ELSEWHERE: Group[] = [
  {
    how: "test",
    reason: "test/integration/image.test.ts",
    commands: ["docker compose exec switchyard node worker/cli/bin.mjs admin doctor"],
  },
  {
    how: "test",
    reason: "test/integration/ephemeral.test.ts",
    commands: ["switchyard/worker/cli/bin.mjs broker --ephemeral -- pytest"],
  },
  {
    how: "test",
    reason: "test/integration/examples.test.ts",
    commands: ["pytest test_switch.py", "node lamp.mjs"],
  },
  {
    how: "never",
    reason: "It fetches packages from a registry, and asks for nothing of ours.",
    commands: ["pip install pytest", "pip install pytest paho-mqtt"],
  },
  {
    how: "never",
    reason: "It needs Docker. `image.test.ts` checks the files that it reads.",
    commands: ["docker compose up -d"],
  },
  {
    how: "never",
    reason: "It needs systemd. `bridge-tls.test.ts` sends the signal that it sends.",
    commands: ["systemctl reload"],
  },
];

export const GROUPS: readonly Group[] = [STANDS, STARTS, ...CLOUDFLARE, ...HERE, ...ELSEWHERE];
