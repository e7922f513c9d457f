// What `npm ci` runs at its end, in words that an old Node can read: npm's own warnings about Node are off (.npmrc), so
// this says the one thing about it that matters. npm itself says which Node it runs on; this one is the installed one.
const oldest = 20;
const [, version] = / node\/(v\d+\S*)/.exec(process.env.npm_config_user_agent || "") || [];

if (version && Number(version.slice(1).split(".")[0]) < oldest) {
  console.error(`Switchyard needs Node ${oldest} or newer to be installed, and npm runs on ${version} here.`);
  process.exitCode = 1;
}
