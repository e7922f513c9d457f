#!/bin/sh
# cbor-x 1.6.8 with its default options, and SenML in CBOR (RFC 8428, 6): the labels of a record are integers.
# Guess: a pack that is read and written again has the same labels.
# Maps become objects, and each label a text: 0 (the name) is "0" afterwards, which no reader of SenML knows. The same
# holds for COSE and CoAP's CBOR. `new Encoder({ mapsAsObjects: false })` keeps integers.
#
# Output seen:
#   read: integers 0 1 2
#   written: texts 0 1 2
#   with mapsAsObjects false: integers 0 1 2
set -eu
expected='read: integers 0 1 2
written: texts 0 1 2
with mapsAsObjects false: integers 0 1 2'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --omit=optional cbor-x@1.6.8 cborg@6.1.5 >/dev/null
cat >check.mjs <<'JS'
import { decode, Encoder, encode } from "cbor-x";
import { decode as referee } from "cborg";

// [{n: "temp", u: "Cel", v: 21.5}]
const pack = Buffer.from("81a3006474656d70016343656c02f94d60", "hex");
function labels(bytes) {
  const [record] = referee(bytes, { useMaps: true });
  const keys = [...record.keys()];
  return `${keys.every(Number.isInteger) ? "integers" : "texts"} ${keys.join(" ")}`;
}
const exact = new Encoder({ mapsAsObjects: false });
console.log(`read: ${labels(pack)}`);
console.log(`written: ${labels(encode(decode(pack)))}`);
console.log(`with mapsAsObjects false: ${labels(exact.encode(exact.decode(pack)))}`);
JS
seen=$(node check.mjs)
printf '%s\n' "$seen"
test "$seen" = "$expected"
