/** What the command line uses of its process. Tests replace parts of it. */

export interface CliContext {
  environment: NodeJS.ProcessEnv;
  stdin: NodeJS.ReadStream;
  stdout: CliStream;
  stderr: CliStream;
  fetch: typeof fetch;
}

export type CliStream = Pick<NodeJS.WriteStream, "write"> & { isTTY?: boolean };

export const processContext = (): CliContext => ({
  environment: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  fetch,
});
