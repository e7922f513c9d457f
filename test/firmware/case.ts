/** One program on one transport, with its own account. */

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Broker, FirmwareAccount } from "./connection-settings.ts";
import { type Line, newLine } from "./line.ts";
import type { Program, Running, Way } from "./program.ts";
import { newWatcher, type Watcher } from "./watcher.ts";

/** The stages of a test, which are the table's columns. */
export const STAGES = ["connects and works", "nap", "restart", "cut"] as const;
export type Stage = (typeof STAGES)[number];

export class Case {
  readonly program: Program;
  readonly way: Way;
  readonly held = new Set<Stage>();
  readonly #folder = mkdtempSync(join(tmpdir(), "switchyard-firmware-"));
  #home: FirmwareAccount | null = null;
  #line: Line | null = null;
  #watcher: Watcher | null = null;
  #running: Running | null = null;
  #round = 0;

  constructor(program: Program, way: Way) {
    this.program = program;
    this.way = way;
  }

  get name(): string {
    return `${this.program.name} over ${this.way}`;
  }

  async begin(broker: Broker): Promise<void> {
    this.#home = await broker.newHome();
    this.#watcher = await newWatcher(this.#home, ["#", "$SYS/broker/connection/#"]);
    this.#line = await newLine(this.way === "TCP" ? this.#home.port : this.#home.webPort);
    const { host, username, password } = this.#home;
    const place = { host, port: this.#line.port, username, password };
    await this.#try("connects and works", async () => {
      const folder = join(this.#folder, "program");
      mkdirSync(folder);
      this.#running = await this.program.start(place, this.way, folder);
      await this.#work();
    });
  }

  afterNap = (): Promise<void> => this.#try("nap", () => this.#work());
  afterRestart = (): Promise<void> => this.#try("restart", () => this.#work());

  afterCut = (): Promise<void> =>
    this.#try("cut", async () => {
      const from = this.#watcher?.heard.length ?? 0;
      this.#line?.cut();
      if (this.program.will !== null) await this.#watcher?.untilHeard(this.program.will, from);
      await this.#work();
    });

  async end(): Promise<void> {
    await this.#running?.stop();
    await this.#watcher?.close();
    this.#line?.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #work(): Promise<void> {
    if (this.#watcher !== null) await this.#running?.work(this.#watcher, this.#round++);
  }

  async #try(stage: Stage, what: () => Promise<void>): Promise<void> {
    try {
      if (this.#running === null && stage !== "connects and works") throw new Error("It did not connect.");
      await what();
      this.held.add(stage);
    } catch (error) {
      const said = this.#running?.said().slice(-3000) ?? "";
      const trace = this.#line?.trace().slice(-8000) ?? "";
      throw new Error(`${(error as Error).message}\n── said\n${said}\n── packets\n${trace}`);
    }
  }
}
