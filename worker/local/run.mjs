// The door of every npm script: `node worker/local/run.mjs script.ts`. Plain JavaScript that an old Node can read,
// because everything behind it is TypeScript, which only a new Node runs.
const needed = 24;
const [script, ...rest] = process.argv.slice(2);

if (Number(process.versions.node.split(".")[0]) < needed) {
  console.error(
    `Switchyard needs Node ${needed}, and this is ${process.version}: run "npm ci", which installs it here, and use the npm scripts.`,
  );
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
