// Runs before `npm ci`, in syntax for an old Node: checks the Node of npm. The product's own Node is a package.
const MIN_NODE = 20;
const [, version] = / node\/(v\d+\S*)/.exec(process.env.npm_config_user_agent || "") || [];

if (version && Number(version.slice(1).split(".")[0]) < MIN_NODE) {
  console.error(
    `Switchyard needs Node ${MIN_NODE} or newer to be installed, and npm runs on ${version} here.`,
  );
  process.exitCode = 1;
}
