// The door of every npm script: `node worker/local/run.mjs script.ts`. Plain JavaScript that an old Node can read,
// because everything behind it is TypeScript, which only a new Node runs.
const needed = 24;
const [script, ...rest] = process.argv.slice(2);

// npm keeps what has no dashes before it, and says nothing: a dry run would be none, and --retire would rotate.
const told = ["dry-run", "metrics", "url", "domain", "remote", "retire", "lookup", "bridge", "operator"].find(
  (option) => process.env[`npm_config_${option.replace("-", "_")}`] === "true",
);

if (Number(process.versions.node.split(".")[0]) < needed) {
  console.error(
    `Switchyard needs Node ${needed}, and this is ${process.version}: run "npm ci", which installs it here, and use the npm scripts.`,
  );
  process.exitCode = 1;
} else if (told !== undefined) {
  const name = process.env.npm_lifecycle_event;
  console.error(`npm took --${told} for its own: put two dashes before it, npm run ${name} -- --${told} …`);
  process.exitCode = 1;
} else {
  const { main } = await import(new URL(`../../${script}`, import.meta.url));
  try {
    process.exitCode = await main(rest);
  } catch (error) {
    // A problem that was foreseen is one sentence; anything else is our mistake and keeps its stack.
    console.error(error.name === "Problem" ? error.message : error);
    process.exitCode = 1;
  }
}
