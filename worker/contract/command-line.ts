/**
 * How a person runs the command line in a clone. On the public npm registry, `switchyard` is somebody else's package:
 * `--no` keeps npm from downloading it. npm reads an option that follows directly as its own, so a subcommand must
 * follow: `help` instead of `--help`.
 */
export const COMMAND_IN_CLONE = "npx --no switchyard";
