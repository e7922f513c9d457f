#!/bin/sh
# workerd 1.20260730.1 by miniflare 4.20260730.0, `DecompressionStream("gzip")`, beside Node's.
# Guess: two gzip files behind each other are read as one, as RFC 1952 (2.2) defines a gzip file: a series of members.
# Logs that are appended to, and `cat a.gz b.gz`, are such files. Node reads both members. workerd throws after the
# first, so a Worker has to find the members itself.
#
# Output seen:
#   Node: one, two
#   workerd: TypeError: Trailing bytes after end of compressed data
set -eu
expected='Node: one, two
workerd: TypeError: Trailing bytes after end of compressed data'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund miniflare@4.20260730.0 >/dev/null
cat >worker.mjs <<'JS'
export default {
  async fetch({ body }) {
    try {
      return new Response(await new Response(body.pipeThrough(new DecompressionStream("gzip"))).text());
    } catch (error) {
      return new Response(String(error));
    }
  },
};
JS
cat >check.mjs <<'JS'
import { gunzipSync, gzipSync } from "node:zlib";
import { Miniflare } from "miniflare";

const body = Buffer.concat([gzipSync("one, "), gzipSync("two")]);
console.log(`Node: ${gunzipSync(body)}`);
const miniflare = new Miniflare({
  modules: true,
  scriptPath: "worker.mjs",
  compatibilityDate: "2026-07-01",
});
const answer = await miniflare.dispatchFetch("http://127.0.0.1/", { method: "POST", body });
console.log(`workerd: ${await answer.text()}`);
await miniflare.dispose();
JS
seen=$(node check.mjs)
printf '%s\n' "$seen"
test "$seen" = "$expected"
