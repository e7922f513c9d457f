#!/bin/sh
# workerd 1.20260730.1 by miniflare 4.20260730.0: SQL in a Durable Object (`ctx.storage.sql`) beside D1.
# Guess: both bind true as 1, as each is SQLite below.
# D1 does. A Durable Object binds the text "true", which SQLite takes for false in a condition and for another value
# than 1 in an INTEGER column, so statements that were written for D1 find nothing. It throws for neither.
#
# Output seen (stored is 1, condition, type in an INTEGER column):
#   D1: 1 1 integer
#   Durable Object: 0 0 text
set -eu
expected='D1: 1 1 integer
Durable Object: 0 0 text'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund miniflare@4.20260730.0 >/dev/null
cat >worker.mjs <<'JS'
import { DurableObject } from "cloudflare:workers";

const MAKE = "CREATE TABLE lamps (is_on INTEGER)";
const ADD = "INSERT INTO lamps VALUES (?)";
const READ = `SELECT (SELECT count(*) FROM lamps WHERE is_on = 1) AS ones,
  (SELECT count(*) FROM lamps WHERE is_on) AS holds, (SELECT typeof(is_on) FROM lamps) AS type`;
const words = ({ ones, holds, type }) => `${ones} ${holds} ${type}`;

export class Home extends DurableObject {
  fetch() {
    const { sql } = this.ctx.storage;
    sql.exec(MAKE);
    sql.exec(ADD, true);
    return new Response(words(sql.exec(READ).one()));
  }
}
export default {
  async fetch(request, { DB, HOMES }) {
    await DB.prepare(MAKE).run();
    await DB.prepare(ADD).bind(true).run();
    const row = await DB.prepare(READ).first();
    const home = await HOMES.get(HOMES.idFromName("home")).fetch(request);
    return new Response(`D1: ${words(row)}\nDurable Object: ${await home.text()}`);
  },
};
JS
cat >check.mjs <<'JS'
import { Miniflare } from "miniflare";

const miniflare = new Miniflare({
  modules: true,
  scriptPath: "worker.mjs",
  compatibilityDate: "2026-07-01",
  d1Databases: ["DB"],
  durableObjects: { HOMES: { className: "Home", useSQLite: true } },
});
console.log(await (await miniflare.dispatchFetch("http://127.0.0.1/")).text());
await miniflare.dispose();
JS
seen=$(node check.mjs)
printf '%s\n' "$seen"
test "$seen" = "$expected"
