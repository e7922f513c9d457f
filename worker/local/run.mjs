// Runs an npm script. Plain JavaScript, so that an old Node can print the error below.
import { readFileSync } from "node:fs";
import module from "node:module";
import { fileURLToPath } from "node:url";

const REQUIRED_NODE = 24;
const [script, ...rest] = process.argv.slice(2);

// npm consumes options without `--` in front silently: a dry run would deploy, and --retire would rotate.
const taken = [
  "dry-run",
  "metrics",
  "url",
  "domain",
  "remote",
  "retire",
  "lookup",
  "bridge",
  "operator",
].find((option) => process.env[`npm_config_${option.replace("-", "_")}`] === "true");

const HELPS_ITSELF = ["worker/cli/main.ts"];
const fileOf = (name) => new URL(`../../${name}`, import.meta.url);

/** The comment at the top of a script without a `HELP`, which says what it does and which options it has. */
function headOf(name) {
  const [, comment = ""] = /^\/\*\*([\s\S]*?)\*\//.exec(readFileSync(fileOf(name), "utf8")) ?? [];
  return comment.replaceAll(/^ ?\* ?/gm, "").trim();
}

if (Number(process.versions.node.split(".")[0]) < REQUIRED_NODE) {
  console.error(
    `Switchyard needs Node ${REQUIRED_NODE}, and this is ${process.version}: run "npm ci", which installs it here, and use the npm scripts.`,
  );
  process.exitCode = 1;
} else if (taken !== undefined) {
  const name = process.env.npm_lifecycle_event;
  console.error(`npm took --${taken} for its own: put two dashes before it, npm run ${name} -- --${taken} …`);
  process.exitCode = 1;
} else {
  // Without it, each start removes the types again, by a compiler that stays in memory. NODE_COMPILE_CACHE is another place.
  module.enableCompileCache(fileURLToPath(fileOf("node_modules/.cache/compiled")));
  const { main, HELP } = await import(fileOf(script));
  try {
    const isAsked = rest.includes("--help") && !HELPS_ITSELF.includes(script);
    if (isAsked) console.log(HELP ?? headOf(script));
    else process.exitCode = await main(rest);
  } catch (error) {
    // A UserError is printed as one sentence; any other error is a bug and keeps its stack.
    console.error(error.name === "UserError" ? error.message : error);
    process.exitCode = 1;
  }
}
