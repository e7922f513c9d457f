import { accountName, isAccountName } from "../secrets/account-name.ts";
import { databasesIn, lookInto } from "./local-database.ts";
import { stateDir } from "./paths.ts";
import { Problem } from "./problem.ts";
import { finished, quietEnvironment, wrangler } from "./wrangler.ts";

const USAGE = "npm run account -- (name in the log | e-mail | account id) [--remote]";

interface Row {
  id: string;
  email: string;
}

/** What may stand inside the statement: nothing that could end a text in it. */
const HARMLESS = /^[^\s'"`;\\]{3,254}$/;
/** No row has the name: all are read where somebody asks for it. */
const select = (who: string): string =>
  `SELECT id, email FROM users ${isAccountName(who) ? "" : `WHERE '${who}' IN (id, email)`}`;

async function readRemote(who: string): Promise<Row[]> {
  const command = ["d1", "execute", "DB", "--remote", "--json", "--command", select(who)];
  const { code, output } = await finished(wrangler(command, quietEnvironment(stateDir(process.env))));
  if (code !== 0) throw new Problem(`The deployed database does not answer:\n${output.trim()}`);
  const [answer] = JSON.parse(output.slice(output.indexOf("["))) as [{ results: Row[] }];
  return answer.results;
}

const readHere = (who: string): Row[] =>
  databasesIn(stateDir(process.env)).flatMap(
    (file) => lookInto(file, (database) => database.prepare(select(who)).all() as unknown as Row[]) ?? [],
  );

/** `npm run account`: whose lines in the log are whose. No line holds an id or an e-mail; the database knows both. */
export async function main(args: string[]): Promise<number> {
  const [who, ...more] = args.filter((arg) => arg !== "--remote");
  if (who === undefined || more.length > 0 || !HARMLESS.test(who)) throw new Problem(`Say whose: ${USAGE}`);
  const meant = who.toLowerCase();
  const read = args.includes("--remote") ? await readRemote(meant) : readHere(meant);
  const rows = read.filter(({ id }) => !isAccountName(meant) || accountName(id) === meant);
  if (rows.length === 0) throw new Problem(`There is no account ${who}.`);
  for (const { id, email } of rows) {
    process.stdout.write(`account  ${accountName(id)}\nid       ${id}\ne-mail   ${email}\n`);
  }
  return 0;
}
