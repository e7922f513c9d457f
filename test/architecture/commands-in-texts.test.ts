/** Commands that texts recommend: the command line of this product is never fetched from a package registry. */

import { describe, expect, it } from "vitest";
import { z } from "zod";
import { llmsText } from "../../web/build/guide-text.ts";
import { COMMANDS, main } from "../../worker/cli/main.ts";
import { COMMAND_IN_CLONE } from "../../worker/contract/addresses.ts";
import { commandsIn, DOCUMENTS, documentedCommands, GROUPS } from "../support/documented-commands.ts";
import { files, textOf } from "./sources.ts";

const OWN = "switchyard";
/** Programs that download the package that they are given, where it is not installed. */
const DOWNLOADERS = [
  /(?:npx|bunx|pnpx)/,
  /npm (?:exec|x|install|i|add|create|init)/,
  /(?:pnpm|yarn|bun) (?:dlx|exec|x|add|install|i|create)/,
  /(?:pip|pipx|uv|uvx|brew|cargo|gem) (?:install|run|add)/,
  /docker (?:pull)/,
];
/** Options, with a value in the same word. */
const OPTIONS = String.raw`(?: -[\w=@/.-]*)*`;
const DOWNLOAD = new RegExp(
  String.raw`\b(?:${DOWNLOADERS.map(({ source }) => source).join("|")})${OPTIONS} (?:@[\w.-]+/)?${OWN}\b(?:@[\w.-]+)?(?: -\S*)?`,
  "g",
);
const NPX = /\bnpx((?: -\S+)*) ((?:@[\w.-]+\/)?[a-z][\w.-]*)/g;

/** One line, without the marks of comments and of lines that continue. */
const flat = (text: string): string =>
  text.replaceAll(/\s*\\?\n\s*(?:\/\/|\*|#|>)?\s*/g, " ").replaceAll(/ +/g, " ");

/** Commands that could fetch another author's package, and such that npm would not pass on. */
const unsafeIn = (text: string): string[] =>
  (flat(text).match(DOWNLOAD) ?? []).filter((command) => command !== COMMAND_IN_CLONE);

const Lock = z.object({ packages: z.record(z.string(), z.unknown()) });
const { packages } = Lock.parse(JSON.parse(textOf("package-lock.json")));

/** Names that npx would look up in the registry where nothing is installed: the package must be one of the locked. */
const foreignIn = (text: string): string[] =>
  [...flat(text).matchAll(NPX)]
    .filter(([, options = "", name]) => !/ --no\b/.test(options) && !(`node_modules/${name}` in packages))
    .map(([command]) => command);

const texts = files
  .filter((file) => !/\.(png|woff2|ico|jpg)$|package-lock\.json$|\/commands-in-texts\./.test(file))
  .map((file) => [file, textOf(file)] as const);

const printed = async (...args: string[]): Promise<string> => {
  let out = "";
  const stream = {
    write(text: string | Uint8Array): boolean {
      out += String(text);
      return true;
    },
  };
  await main(args, { stdout: stream, stderr: stream });
  return out;
};

it("are never such that npm downloads another author's package", () => {
  expect(texts.flatMap(([file, text]) => unsafeIn(text).map((command) => `${file}: ${command}`))).toEqual([]);
});

it("name packages that are locked here, where they are run by npx", () => {
  expect(texts.flatMap(([file, text]) => foreignIn(text).map((command) => `${file}: ${command}`))).toEqual(
    [],
  );
});

it("are safe in the help of every command", async () => {
  const helps = await Promise.all(
    [[], ...Object.keys(COMMANDS).map((name) => [name])].map((command) => printed(...command, "--help")),
  );
  expect(helps.filter((help) => !help.includes(`Usage: ${OWN}`))).toEqual([]);
  expect(helps.flatMap(unsafeIn)).toEqual([]);
  expect(helps[0]).toContain(COMMAND_IN_CLONE);
});

it("are safe in llms.txt", () => {
  const text = llmsText('<meta name="description" content="A broker">', "# Guide");
  expect(text).toContain(COMMAND_IN_CLONE);
  expect(unsafeIn(text)).toEqual([]);
});

describe("a command of the documents", () => {
  const rows = GROUPS.flatMap(({ commands }) => commands);

  it("stands in the table of `documented-commands.ts`, which says how a test runs it", () => {
    expect(documentedCommands().filter((command) => !rows.includes(command))).toEqual([]);
  });

  it("still stands in a document, where the table has it, once", () => {
    const commands = documentedCommands();
    expect(rows.filter((command) => !commands.includes(command))).toEqual([]);
    expect(rows).toHaveLength(new Set(rows).size);
  });

  it("is run by a test that exists", () => {
    const tests = GROUPS.filter(({ how }) => how === "test").map(({ reason }) => reason);
    expect(tests.filter((file) => !files.includes(file))).toEqual([]);
  });

  it("is looked for in every document with commands", () => {
    const HISTORY = /^(CHANGELOG|test\/(bench|soak|abuse|promises|firmware)\/.*|test\/\w+|\.github\/.*)\.md$/;
    const others = files.filter(
      (file) => file.endsWith(".md") && !DOCUMENTS.includes(file) && !HISTORY.test(file),
    );
    expect(others).toEqual([]);
  });

  it("is recognised in blocks and in backticks", () => {
    const block = "```sh\nnpm ci && npm start   # why\ncurl -d on \\\n  http://a\n```\n";
    const marked = "<!-- run: sh -->\n```sh\ncurl http://b\n```\n";
    const words = "`npm test` and `A=1 npm run b`, not `npm`, `state.ts` or `npm →`.";
    expect(commandsIn(`${block}${marked}${words}`)).toEqual([
      "npm ci",
      "npm start",
      "curl -d on http://a",
      "npm test",
      "A=1 npm run b",
    ]);
  });
});

describe("the recognition", () => {
  it.each([
    `npx ${OWN} login`,
    `npx -y ${OWN}`,
    `npx --yes ${OWN}@latest login`,
    `npx @iot/${OWN} login`,
    `npx\n * ${OWN} login`,
    `npm install -g ${OWN}`,
    `npm i ${OWN}`,
    `npm exec ${OWN} -- login`,
    `pnpm dlx ${OWN}`,
    `bunx ${OWN}`,
    `docker pull ${OWN}`,
    // npm prints its own help
    `${COMMAND_IN_CLONE} --help`,
  ])("finds %s", (command) => {
    expect(unsafeIn(command)).toHaveLength(1);
  });

  it.each([`${COMMAND_IN_CLONE} help`, `${OWN} login`, `npm ci --prefix ${OWN}`])("accepts %s", (command) => {
    expect(unsafeIn(command)).toEqual([]);
  });

  it("finds a name that only an installed package serves", () => {
    expect(foreignIn("npx biome check, npx wrangler login, npx --no biome check")).toEqual(["npx biome"]);
  });
});
