#!/usr/bin/env node
// Starts the command line on the Node of this package. Plain JavaScript, so that an old Node can run it.
import { existsSync, mkdirSync } from "node:fs";
import module from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const REQUIRED_NODE = 24;
const inPackage = (path) => fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));
const args = process.argv.slice(2);
/** In a package or an image, without the sources and without the product's own Node. */
const isPacked = !existsSync(new URL("main.ts", import.meta.url));

/**
 * Keeps compiled code, which halves the time of a start. In the user's own folder: a package may be read-only, and
 * others who may write to a shared folder could put code there.
 */
function keepCompiledCode({ XDG_CACHE_HOME: given = "", HOME }) {
  if (!given.startsWith("/") && !HOME) return;
  const folder = join(given.startsWith("/") ? given : join(HOME, ".cache"), "switchyard");
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    module.enableCompileCache(folder);
  } catch {
    // The command runs without it.
  }
}

if (Number(process.versions.node.split(".")[0]) >= REQUIRED_NODE) {
  keepCompiledCode(process.env);
  for (const stream of [process.stdout, process.stderr]) {
    // a reader that has enough, as in "switchyard events | head -1", is no failure
    stream.on("error", ({ code }) => process.exit(code === "EPIPE" ? 0 : 1));
  }
  const { main } = await import(isPacked ? "../packed/main.mjs" : "./main.ts");
  process.exitCode = await main(args);
} else if (existsSync(inPackage("node/bin/node"))) {
  const { spawn } = await import("node:child_process");
  const child = spawn(inPackage("node/bin/node"), [fileURLToPath(import.meta.url), ...args], {
    stdio: "inherit",
  });
  // A terminal sends Ctrl+C to both; the child decides what it means.
  process.on("SIGINT", () => process.stdin.isTTY || child.kill("SIGINT"));
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? 128 + (signal === "SIGINT" ? 2 : 15);
  });
} else {
  const remedy = isPacked ? "install a newer one" : 'run "npm ci" first';
  console.error(`Switchyard needs Node ${REQUIRED_NODE}, and this is ${process.version}: ${remedy}.`);
  process.exitCode = 1;
}
